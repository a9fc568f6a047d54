# The daemon alone. It needs REDIS_URL: there is no redis-server in this image.
# Its ops port is reachable from outside the container only with OPS_HOST=0.0.0.0, and that only together with
# OPS_USER and OPS_PASSWORD (or OPS_PASSWORD_FILE); without a login it listens on loopback, which the health check uses.
FROM node:24-slim

WORKDIR /app
ENV NODE_ENV=production

# The Node packages are for machines without Node 24; the image has its own. TypeScript comes as somebody's optional peer.
# No package here needs an install script.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/typescript node_modules/@typescript node_modules/.bin/tsc \
 && npm cache clean --force

COPY LICENSE ./
COPY config config
COPY jobs jobs
COPY src src
# `docker exec … product-mirror status`
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
