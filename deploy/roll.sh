#!/bin/sh
# Starts the servers of a site again, one after another, so that one always answers:
#   deploy/roll.sh 8001 8002
# Each server is the unit rookiebattle@PORT (deploy/rookiebattle@.service).
set -eu

# Seconds that a start may take: a few, and more when it migrates a large database.
PATIENCE=${PATIENCE:-600}

for port in "$@"; do
    systemctl restart "rookiebattle@$port"
    waited=0
    until curl --fail --silent --output /dev/null "http://127.0.0.1:$port/api/health"; do
        waited=$((waited + 1))
        if [ "$waited" -ge "$PATIENCE" ]; then
            echo "The server at port $port is not ready; the others were left alone." >&2
            exit 1
        fi
        sleep 1
    done
    echo "The server at port $port is ready."
done
