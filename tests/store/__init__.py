"""The store on real files, in virtual time and with its worker thread; and with real processes beside it."""
