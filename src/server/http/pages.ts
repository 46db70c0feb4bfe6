import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screens } from '../../shared/screens.ts'
import { projectRoot } from '../base/config.ts'
import type { Services } from '../core/context.ts'

const webRoot = join(projectRoot, 'dist/web')
const DEPLOYMENT = '<meta name="muster" content="" />'

/**
 * The built screens. Any address that is neither a file nor below `/api` gets the one page, which shows what belongs there;
 * with status 404 when it is no screen's.
 */
export async function servePages(app: FastifyInstance, services: Services) {
  const page = await pageFor(services)
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)

  for (const screen of screens) app.get(screen, { exposeHeadRoute: true }, sendPage)
  if (page) {
    // Below the API no file is looked for.
    app.get('/api/*', { exposeHeadRoute: true }, (_request, reply) => reply.callNotFound())
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      preCompressed: true,
      // What a build tool has left for itself is nobody's business.
      dotfiles: 'ignore',
      wildcard: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const lasts = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
        reply.header('cache-control', lasts)
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api') || request.method !== 'GET' || !page) {
      return reply.code(404).send({ message: 'There is no such address', code: 'not_found' })
    }
    return sendPage(request, reply.code(404))
  })
}

/** The page with what it must know before anybody has signed in; empty when the screens are not built (tests of the API). */
async function pageFor({ sample, config }: Services) {
  const html = await readFile(join(webRoot, 'index.html'), 'utf8').catch(() => '')
  const deployment = JSON.stringify({
    sample,
    mail: config.smtpUrl !== undefined,
    maxUploadMb: config.maxUploadMb,
    passwordMin: config.passwordMin,
  }).replaceAll('"', '&quot;')
  return html.replace(DEPLOYMENT, DEPLOYMENT.replace('content=""', `content="${deployment}"`))
}
