import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { api } from '../../../shared/api.ts'
import { precompressed, sendPrecompressed } from '../request/compress.ts'
import { noSuchAddress } from '../request/error-reply.ts'
import type { Handlers } from '../request/handlers.ts'
import { asStranger, type CallLanes } from '../request/lanes.ts'
import { asyncApiOf } from './asyncapi.ts'
import { openApiOf } from './openapi.ts'

const ADDRESS = '/api/docs/openapi.json'
/** Swagger UI reads the document here, and would write it anew for each reader. */
const COPY = '/api/docs/json'
/** Nobody reads this copy. It is switched off. */
const YAML = '/api/docs/yaml'

/**
 * Serves the documents of the API, and Swagger UI, which shows them. Each is made on the first call, so that starts are
 * faster.
 *
 * @param session the name of the cookie
 */
export async function serveDocument(
  app: FastifyInstance,
  lanes: CallLanes,
  handlers: Handlers<typeof api>,
  session: string,
) {
  await app.register(swagger, { openapi: {}, transformObject: () => openApiOf(api, handlers, '1', session) as never })
  serveOne(app, lanes, ADDRESS, () => app.swagger())
  serveOne(app, lanes, '/api/docs/asyncapi.json', () => asyncApiOf('1', session))
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Swagger UI stops drawing when it opens more than 25 groups at once, so all are closed at first.
    uiConfig: { url: ADDRESS, docExpansion: 'none' },
    uiHooks: {
      onRequest({ routeOptions: { url } }, reply, done) {
        if (url === COPY) void reply.redirect(ADDRESS)
        else done(url === YAML ? noSuchAddress() : undefined)
      },
    },
  })
}

/**
 * Serves a document that is the same for everybody. Its bytes are made once, because a megabyte of JSON takes twenty
 * milliseconds to write and to compress.
 */
function serveOne(app: FastifyInstance, lanes: CallLanes, url: string, documentOf: () => object) {
  let made: ReturnType<typeof precompressed> | undefined
  app.get(url, async (request, reply) => {
    const text = await asStranger(lanes, request, () => {
      made ??= precompressed(JSON.stringify(documentOf()))
      return made
    })
    return sendPrecompressed(request, reply.type('application/json; charset=utf-8'), text)
  })
}
