"""Acts of a state machine in drawn orders, the same in each run."""

from random import Random

from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.stateful import RuleBasedStateMachine

ACTS = 25


def try_orders(machine: type[RuleBasedStateMachine], orders: int) -> None:
    """Try so many orders of `ACTS` acts; a failure tells the acts that led to it.

    Hypothesis's own runner needs thousands of orders: of a few it leaves acts out, repeats others,
    and ends many early. Of 25 orders, none had a member give up a seat.
    """
    for number in range(orders):
        dice, run, done = Random(number), machine(), list[str]()
        try:
            for _ in range(ACTS):
                act = dice.choice(
                    [one for one in run.rules if all(met(run) for met in one.preconditions)]
                )
                drawn = {
                    name: ConjectureData(random=dice).draw(values)
                    for name, values in act.arguments.items()
                }
                done.append(f"{act.function.__name__} {drawn}")
                act.function(run, **drawn)
                for rule in run.invariants:
                    rule.function(run)
        except Exception as failed:
            failed.add_note("\n".join([f"order {number}:", *done]))
            raise
        finally:
            run.teardown()
