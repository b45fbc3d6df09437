"""R8 with several servers: rolling restarts and kills lose no session and no confirmed seat."""

from pathlib import Path

import httpx

from rookiebattle import routes
from tests.races.stage import Stage
from tests.servers.fleet import Writers, started_fleet
from tests.servers.postgres import PostgresCluster
from tests.servers.redis import RedisServer
from tests.soak.report import tell
from tests.soak.scale import SETTINGS, scaled

SERVERS, AT_ONCE = 3, 6
ROUNDS, PEOPLE = scaled(10, 1), scaled(20_000, 3_000)
# A round takes about 45 seconds. With this pause there are members left for rounds of 70.
PAUSE = 0.2


def test_rolling_restarts_and_kills_lose_nothing(
    own_postgres: PostgresCluster, redis_server: RedisServer, tmp_path: Path
) -> None:
    url = own_postgres.new_database()
    stage = Stage.at(url)
    event_id, cookies = stage.event(max_participants=PEOPLE), stage.signed_in(PEOPLE)
    with started_fleet(tmp_path, SERVERS, url, redis_server.url, SETTINGS) as fleet:
        writers = Writers(fleet.url, event_id, [*cookies], pause=PAUSE)
        of_rolls, seats = 0, []
        with writers.writing(AT_ONCE):
            for number in range(ROUNDS):
                before, seated = len(writers.failures), len(writers.acknowledged)
                fleet.roll(tmp_path / f"roll{number}")
                of_rolls += len(writers.failures) - before
                seats.append(len(writers.acknowledged) - seated)
                killed = fleet.servers[number % SERVERS]
                killed.kill()
                killed.restart()
        with httpx.Client(base_url=fleet.url, timeout=30) as client:
            ended = [
                one
                for one in cookies[:: PEOPLE // 100]
                if client.get(routes.OWN_ACCOUNT, headers={"cookie": one}).status_code != 200
            ]
    kept = {str(row.user_id) for row in stage.world.rows(event_id)}
    held, counter = stage.world.held(event_id), stage.world.counter(event_id)
    stage.world.database.dispose()
    tell(
        f"{ROUNDS} rolls of {SERVERS} servers and {ROUNDS} kills: {len(writers.acknowledged)} "
        f"seats, {min(seats)} or more during each roll, {of_rolls} refused during rolls, "
        f"{len(writers.failures)} in all"
    )
    assert min(seats) > 0, "a roll had no writers"
    assert writers.acknowledged <= kept
    assert held == counter == len(kept)
    assert ended == []
    assert of_rolls == 0
