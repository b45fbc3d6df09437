"""Measurements against baselines: `python -m bench [P1,P12]`. The product never imports this."""
