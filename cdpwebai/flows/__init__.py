"""What the library does with a page: decisions in ``plan_*`` (pure), and beside each a thin driver.

Row 6. A plan is a reducer, ``(state, observation, now) -> (state, action)``; it knows no clock, no trio and no page.
Its driver looks, asks the plan, acts, and looks again.
"""
