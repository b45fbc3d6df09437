"""The rows of the bench: the function that measures each, and its time limit."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """`target` is `module:function`. The row is stopped after `seconds`."""

    target: str
    seconds: float


# About three times as long as the row takes on two quiet cores, so that only a hang is stopped.
ROWS = {
    "P1": Row("bench.rows.http:list_uncached", 180),
    "P2": Row("bench.rows.http:list_cached", 120),
    "P3": Row("bench.rows.html:of_every_page", 240),
    "P4": Row("bench.rows.weight:of_every_page", 180),
    "P5": Row("bench.rows.phone:largest_paint", 600),
    "P6": Row("bench.rows.phone:twentieth_event", 240),
    "P7": Row("bench.rows.phone:steadiness", 420),
    "P8": Row("bench.rows.events:round_trip", 120),
    "P9": Row("bench.rows.events:round_trip_in_a_crowd", 240),
    "P10": Row("bench.rows.memory:of_idle_pages", 300),
    "P11": Row("bench.rows.live:seats", 240),
    "P12": Row("bench.rows.registering:one_hot_event", 240),
    "P13": Row("bench.rows.growth:of_lists", 600),
    "P14": Row("bench.rows.starting:first_answer", 240),
    "P15": Row("bench.rows.building:run_and_dev", 480),
    "P16": Row("bench.rows.uploading:of_50_mb", 180),
    "P17": Row("bench.rows.verdicts:of_lighthouse", 480),
    "P18": Row("bench.rows.packed:against_nginx", 240),
    "P19": Row("bench.rows.webhooks:stored", 120),
    "P20": Row("bench.rows.workers:side_by_side", 180),
    "P21": Row("bench.rows.growth:of_lists_on_postgres", 360),
    "P22": Row("bench.rows.growing:next_steps", 240),
    "P23": Row("bench.rows.first_act:of_an_event", 360),
    "P24": Row("bench.rows.gate:of_five_hundred", 120),
    "P25": Row("bench.rows.gate_phone:on_a_phone", 480),
}
