import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screens } from '../../shared/screens.ts'
import { projectRoot } from '../base/project-root.ts'
import type { Services } from '../core/context.ts'
import { precompressed, sendPrecompressed } from './request/compress.ts'
import { noSuchAddress } from './request/error-reply.ts'
import { asStranger, type CallLanes } from './request/lanes.ts'
import { sessionCookieOf } from './session/session.ts'

const webRoot = join(projectRoot, 'dist/web')
/** Characters of a file's address. The longest of the build has a quarter as many. */
const MAX_PATH = 200
const DEPLOYMENT = '<meta name="muster" content="" />'

/**
 * Serves the built screens. Every address that is neither a file nor below `/api` gets the same page, which shows the
 * screen of the address. The status is 404 if there is no such screen.
 */
export async function servePages(app: FastifyInstance, services: Services, lanes: CallLanes) {
  const page = await pageFor(services)
  // A browser with a session cookie is likely to be signed in. `start.js` then asks for the first screen's data at
  // once. Others get the names of the sign-in screen's scripts.
  const pageOfSession = page
    .replace('<meta name="muster"', '<meta name="muster" data-session')
    .replace(/\s*<meta name="visitor"[^>]*>/, '')
  const [ofStranger, ofSession] = [precompressed(page), precompressed(pageOfSession)]
  const policyOf = policyFor(page)
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policyOf(reply))
    return sendPrecompressed(request, reply, sessionCookieOf(services, request) ? ofSession : ofStranger)
  }

  for (const screen of screens) app.get(screen.replace('$', ':'), { exposeHeadRoute: true }, sendPage)
  if (page) {
    // The file server does not look for files below `/api`.
    app.get('/api/*', { exposeHeadRoute: true }, (_request, reply) => reply.callNotFound())
    await app.register(serveFiles)
  }
  // Programs that look for holes send thousands of such requests, so they take turns.
  app.setNotFoundHandler(async (request, reply) => {
    await asStranger(lanes, request, () => {
      if (request.url.startsWith('/api') || request.method !== 'GET' || !page) throw noSuchAddress()
    })
    return sendPage(request, reply.code(404))
  })
}

/** Serves the files of the build. */
async function serveFiles(files: FastifyInstance) {
  // To look for a file takes several walks over its path, and tries on the disk.
  files.addHook('onRequest', ({ url }, reply, done) => {
    if (url.length <= MAX_PATH) done()
    else reply.callNotFound()
  })
  await files.register(fastifyStatic, {
    root: webRoot,
    index: false,
    preCompressed: true,
    // Build tools leave files of their own, whose names begin with a dot.
    dotfiles: 'ignore',
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const cacheControl = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      reply.header('cache-control', cacheControl)
    },
  })
}

/** The page, with the settings that it needs before a sign-in. Empty without built screens, as in API tests. */
async function pageFor({ sample, config }: Services) {
  const html = await readFile(join(webRoot, 'index.html'), 'utf8').catch(() => '')
  const deployment = JSON.stringify({
    sample,
    mail: config.smtpUrl !== undefined,
    maxUploadMb: config.maxUploadMb,
    passwordMin: config.passwordMin,
    defaultLanguage: config.defaultLanguage,
    publicUrl: config.publicUrl ?? null,
    provider: config.provider ? { name: config.provider.name, only: config.provider.only } : null,
  })
  const content = deployment.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return html.replace(DEPLOYMENT, () => `<meta name="muster" content="${content}" />`)
}

/** The page's content security policy: every reply's, which here also allows its own script by its hash. */
function policyFor(page: string) {
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(script).digest('base64')
  return (reply: FastifyReply) =>
    String(reply.getHeader('content-security-policy')).replace("script-src 'self'", `$& 'sha256-${hash}'`)
}
