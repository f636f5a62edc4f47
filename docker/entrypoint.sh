#!/bin/sh
# Takes our own command lines (`evaluate --samples …`), those of the original's images, which each have one command, and programs
# that keep a container open for others (`sleep infinity`, `sh -c …`).
case "${1:-}" in
sh | bash | sleep | tail | /*) exec "$@" ;;
'' | -h | --help | -v | --version | [!-]*) exec bcb "$@" ;;
*) exec bcb "$BCB_IMAGE_COMMAND" "$@" ;;
esac
