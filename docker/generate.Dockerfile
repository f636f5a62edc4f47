# Generates samples and nothing else: no Python, no sandbox, so it needs no permissions and a seventh of the space.
#   docker build -f docker/generate.Dockerfile -t bigcodebench-generate:0.1.0 .
#   docker run --rm -v "$PWD:/app" --env OPENAI_API_KEY bigcodebench-generate:0.1.0 generate --model openai:gpt-4o
# The target `vllm` adds vLLM with CUDA's libraries, locked by hash, and so runs weights on the host's NVIDIA GPUs:
#   docker build -f docker/generate.Dockerfile --target vllm -t bigcodebench-generate-vllm:0.1.0 .
#   docker run --rm --gpus all -v "$PWD:/app" -v "$HOME/.cache/huggingface:/home/generator/.cache/huggingface" \
#     bigcodebench-generate-vllm:0.1.0 generate --model vllm:Qwen/Qwen2.5-Coder-7B-Instruct --split instruct

ARG NODE=docker.io/library/node:20.20.2-bookworm-slim
ARG PYTHON=docker.io/library/python:3.12.12-slim-bookworm

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

FROM ${PYTHON} AS vllm
# Triton compiles kernels with the system's C compiler; the driver comes from the host.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates gcc libc6-dev \
 && rm -rf /var/lib/apt/lists/*
COPY python/env/vllm-cp312.txt /tmp/
RUN pip install --no-cache-dir --no-deps --require-hashes --requirement /tmp/vllm-cp312.txt && rm /tmp/vllm-cp312.txt
COPY --from=package /usr/local/bin/node /usr/local/bin/node
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
