#!/bin/sh
# Tunes the levels of all games and measures them, within a given time, on a machine that has Python with NumPy and no package index:
#
#   bench/ladder_call.sh FOLDER [SECONDS]      FOLDER/ladder.tar.gz: sets, levels.toml of every game, what was printed
#
# Needs build/wheels.tar.xz (tools/pack_wheels.sh). A third of the time is for tuning. Levels and styles are measured first;
# what is left is for the anchors, at more time a choice. PYTHON, JOBS and SHARE (of the usual number of sets) may be set otherwise.
set -eu
cd "$(dirname "$0")/.."
folder=$1
end=$(($(date +%s) + ${2:-570} - 15))
share=${SHARE:-1}
work=build/ladder-call
mkdir -p "$folder" "$work"
rm -rf "$work"/*
python=${PYTHON:-python3}
"$python" -m tarfile -e build/wheels.tar.xz build
export PYTHONPATH=src:build/wheels ZASHIKI_CACHE="${ZASHIKI_CACHE:-$PWD/build/ladder-cache}"
third=$((${2:-570} / 3))

run() {
    seconds=$1
    shift
    ${first:-} "$python" bench/ladder_run.py --jobs "${JOBS:-$(nproc)}" --minutes "$(echo "$seconds" | awk '{print $1 / 60}')" "$@"
}
few="--seconds 0.008 --at rights-of-losers 0.006 --at saigo-no-kane 0.003 --at kazoku-scribe 0.006"
more="--seconds 0.02 --at saigo-no-kane 0.006 --at kazoku-scribe 0.015"

run 120 --share 0 --out "$work/none" > "$work/compile.log" 2>&1
grep compiled "$work/compile.log" || cat "$work/compile.log"
# shellcheck disable=SC2086
run $third --part tune --write --step 125 --share "$(echo "$share" | awk '{print $1 / 3}')" $few --out "$work/none" > "$work/tune.log" 2>&1 || tail -5 "$work/tune.log"
left=$((end - $(date +%s)))
# shellcheck disable=SC2086
run $left --part levels seventh styles --share "$share" $few --out "$work/levels" > "$work/levels.log" 2>&1 &
# shellcheck disable=SC2086
first="nice -n 15" run $left --part search ismcts seer --share "$share" $more --out "$work/anchors" > "$work/anchors.log" 2>&1 &
wait
for file in src/zashiki/games/*/levels.toml; do
    cp "$file" "$work/$(basename "$(dirname "$file")").toml"
done
rm -rf "$work/none"
tar czf "$folder/ladder.tar.gz" -C build ladder-call
cat "$work"/*.toml | grep -v '^$\|^#'
grep "no time" "$work/tune.log" || true
cat "$work/levels.log" "$work/anchors.log"
