# What `bcb e2b build` makes a template of. Sandboxes start from it and run as `user`; the environment is made by the same
# command as everywhere.
FROM node:20.20.2-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap ca-certificates procps python3 python3-venv unzip util-linux zip \
 && rm -rf /var/lib/apt/lists/*
ENV BCB_DATA_DIR=/opt/bigcodebench/data
# Variables of the image are those of its build; commands in a sandbox get theirs from a login shell.
RUN echo 'export BCB_DATA_DIR=/opt/bigcodebench/data' > /etc/profile.d/bigcodebench.sh
COPY bigcodebench.tgz /tmp/
RUN export XDG_CACHE_HOME=/tmp/cache \
 && npm install --global --ignore-scripts /tmp/bigcodebench.tgz \
 && bigcodebench env install --profile full --yes \
 && rm -rf /tmp/bigcodebench.tgz /tmp/cache
