# The daemon only. Set REDIS_URL: the image contains no redis-server.
# To reach the dashboard from outside the container, set OPS_HOST=0.0.0.0 with OPS_USER and OPS_PASSWORD (or
# OPS_PASSWORD_FILE). Without a login it listens on loopback, which is enough for the health check.
FROM node:24-slim

WORKDIR /app
ENV NODE_ENV=production

# Removes packages that the image does not need: the bundled Node, and TypeScript, an optional peer dependency.
# No package needs an install script.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/typescript node_modules/@typescript node_modules/.bin/tsc \
 && npm cache clean --force

COPY LICENSE ./
COPY config config
COPY jobs jobs
COPY src src
# For `docker exec … product-mirror status`.
COPY bin/product-mirror bin/
RUN ln -s /app/bin/product-mirror /usr/local/bin/

RUN mkdir /data && chown node:node /data
ENV DATA_DIR=/data
USER node

STOPSIGNAL SIGTERM
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

CMD ["node", "src/main.ts"]
