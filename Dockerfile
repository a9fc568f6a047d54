# Two images: `daemon` (the default) and `bundled-server`, which imitates the partner and the CMS.
#   docker build -t product-mirror .
#   docker build -t product-mirror-bundled-server --target bundled-server .
# No package needs an install script.

# Pinned by digest, for both platforms; the tag says which release that is.
FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base
WORKDIR /app
ENV NODE_ENV=production
# For `docker exec … product-mirror status`.
RUN ln -s /app/bin/product-mirror /usr/local/bin/product-mirror

FROM base AS source
COPY LICENSE THIRD_PARTY.md package.json ./
COPY bin/product-mirror bin/product-mirror
COPY config config
COPY jobs jobs
COPY src src

FROM source AS daemon-source
RUN rm -r src/mock

# The optional packages are those of the bundled server, and Node for machines without Node 24.
FROM base AS daemon-packages
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM base AS bundled-server-packages
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/typescript node_modules/@typescript node_modules/.bin/tsc

# Both interfaces, for demos and client tests; all data is in memory, and the passwords are public. It listens on the
# container's loopback until MOCK_HOST and MOCK_CONTROL_HOSTS say otherwise.
FROM base AS bundled-server
COPY --from=bundled-server-packages /app/node_modules node_modules
COPY --from=source /app .
USER node
STOPSIGNAL SIGTERM
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MOCK_PORT || 4010}/__mock/stats`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/cli.ts", "mock"]

# The daemon only. Set REDIS_URL: the image contains no redis-server.
# To reach the dashboard from outside the container, set OPS_HOST=0.0.0.0 with OPS_USER and OPS_PASSWORD (or
# OPS_PASSWORD_FILE). Without a login it listens on loopback, which is enough for the health check.
FROM base AS daemon
COPY --from=daemon-packages /app/node_modules node_modules
COPY --from=daemon-source /app .
RUN mkdir /data compiled && chown node:node /data compiled
# As in bin/product-mirror: memory follows the work, not the size of the machine.
ENV DATA_DIR=/data MALLOC_ARENA_MAX=1 NODE_COMPILE_CACHE=/app/compiled
USER node
# Without compiled code, each start would load the compiler of TypeScript, which takes 20 MB. Needs the user and the
# flags of the daemon.
RUN node --max-semi-space-size=8 --heap-growing-percent=60 --input-type=module \
  -e "await import('/app/src/main.ts'); await import('/app/src/daemon.ts')"
STOPSIGNAL SIGTERM
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=60", "src/main.ts"]
