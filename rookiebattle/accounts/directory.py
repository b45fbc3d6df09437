"""The name under which members find each other, as SQL: what an index orders, a query asks for.

Text, not an expression: with bound values in it no database would see that the two are the same.
"""

# A minor's real name, and that of whom we do not know to be grown up, decides nothing.
SHOWN = (
    "CASE WHEN age_band = 'adult' "
    "THEN trim(coalesce(nullif(first_name, ''), game_name, '') || ' ' || coalesce(last_name, '')) "
    "ELSE coalesce(game_name, '') END"
)
IS_NAMELESS = f"(({SHOWN}) = '')"
FOLDED = f"lower({SHOWN})"
