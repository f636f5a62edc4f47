# Generates samples and nothing else: no Python, no sandbox, so it needs no permissions and a seventh of the space.
#   docker build -f docker/generate.Dockerfile -t bigcodebench-generate:0.1.0 .
#   docker run --rm -v "$PWD:/app" --env OPENAI_API_KEY bigcodebench-generate:0.1.0 generate --model openai:gpt-4o

ARG NODE=docker.io/library/node:20.20.2-bookworm-slim

FROM ${NODE} AS package
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY web/package.json web/
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --pack-destination /tmp \
 && npm prune --omit=dev --workspaces=false \
 && mkdir /app \
 && tar -xzf /tmp/bigcodebench-*.tgz --strip-components=1 -C /app \
 && cp -r node_modules /app/ \
 && chmod +x /app/dist/bin.js

FROM ${NODE}
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/*
COPY --from=package /app /opt/bigcodebench/app
RUN for name in bcb bigcodebench bigcodebench.generate; \
    do ln -s /opt/bigcodebench/app/dist/bin.js "/usr/local/bin/$name"; done \
 && useradd --create-home --uid 10001 generator && install -d -o generator /app && ln -s /app /data
COPY docker/entrypoint.sh /usr/local/bin/bcb-entrypoint
ENV BCB_IMAGE_COMMAND=generate
USER generator
WORKDIR /app
ENTRYPOINT ["bcb-entrypoint"]
CMD ["--help"]
