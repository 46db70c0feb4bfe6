import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { api } from '../../../shared/api.ts'
import { acceptsGzip } from '../request/compress.ts'
import { noSuchAddress } from '../request/error-reply.ts'
import type { Handlers } from '../request/handlers.ts'
import { asyncApiOf } from './asyncapi.ts'
import { openApiOf } from './openapi.ts'

const ADDRESS = '/api/docs/openapi.json'
/** Copies of the document that Swagger UI offers, without being asked. */
const COPIES = ['/api/docs/json', '/api/docs/yaml']
const compressed = promisify(gzip)

/**
 * Serves the documents of the API, and Swagger UI, which shows them. Each is made when it is first asked for: few servers
 * ever are, and all start the sooner.
 *
 * @param session the name of the cookie
 */
export async function serveDocument(app: FastifyInstance, handlers: Handlers<typeof api>, session: string) {
  await app.register(swagger, { openapi: {}, transformObject: () => openApiOf(api, handlers, '1', session) as never })
  serveOne(app, ADDRESS, () => app.swagger())
  serveOne(app, '/api/docs/asyncapi.json', () => asyncApiOf('1', session))
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Swagger UI stops drawing when it opens more than 25 groups at once, so all are closed at first.
    uiConfig: { url: ADDRESS, docExpansion: 'none' },
    uiHooks: {
      onRequest({ routeOptions }, _reply, done) {
        done(COPIES.includes(routeOptions.url ?? '') ? noSuchAddress() : undefined)
      },
    },
  })
}

/**
 * Serves a document that is the same for everybody. Its bytes are made once, whoever asks how often: a megabyte of JSON
 * takes longer than all that people do here.
 */
function serveOne(app: FastifyInstance, url: string, documentOf: () => object) {
  const make = async () => {
    const plain = Buffer.from(JSON.stringify(documentOf()))
    return { plain, packed: await compressed(plain) }
  }
  let made: ReturnType<typeof make> | undefined
  app.get(url, async ({ headers }, reply) => {
    made ??= make()
    const { plain, packed } = await made
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    return acceptsGzip(headers['accept-encoding']) ? reply.header('content-encoding', 'gzip').send(packed) : plain
  })
}
