#!/bin/sh
# Starts the servers of a site again, one after another, so that one always answers:
#   deploy/roll.sh 8001 8002
# Each server is the unit rookiebattle@PORT (deploy/rookiebattle@.service).
set -eu

# Seconds that a start may take: a few, and more when it migrates a large database. It waits up to
# a thousand for a backup that holds the tables.
PATIENCE=${PATIENCE:-1500}

for port in "$@"; do
    begun=$(date +%s)
    # It comes back when the server answers, and would wait as long as the unit lets a start take.
    # A server that failed is started again by its unit.
    timeout --foreground "$PATIENCE" systemctl restart "rookiebattle@$port" || true
    until curl --fail --silent --max-time 5 --output /dev/null "http://127.0.0.1:$port/api/health"; do
        # A question to a server that hangs takes seconds, so tries do not tell the time.
        if [ $(($(date +%s) - begun)) -ge "$PATIENCE" ]; then
            echo "The server at port $port is not ready; the others were left alone." >&2
            exit 1
        fi
        sleep 1
    done
    echo "The server at port $port is ready."
done
