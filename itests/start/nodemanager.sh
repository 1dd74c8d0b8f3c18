#!/bin/bash
. "$(dirname "$0")/options.sh"
exec yarn nodemanager
