import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  PROVIDER_PATH,
  PROVIDER_PROOF_PATH,
  PROVIDER_RETURN_PATH,
  type ProviderNotice,
} from '../../../shared/provider.ts'
import { escapedMarkup } from '../../base/markup.ts'
import { returnPath } from '../../base/return-path.ts'
import type { OpenContext, Services } from '../../core/context.ts'
import { type CallLanes, connectionsOf, queueFor } from '../request/lanes.ts'
import { authenticate, contextOf, i18nOf } from '../request/request-context.ts'

/** Handles the way to the provider of single sign-on and back (`features/auth/provider`). */
export interface ProviderHandlers {
  begin(ctx: OpenContext, options: { to: string; way: 'sign-in' | 'proof' }): Promise<string>
  complete(
    ctx: OpenContext,
    answer: URLSearchParams,
  ): Promise<{ to: string; notice?: ProviderNotice; isProof: boolean }>
  /** The notice that tells a person of an error. Throws errors of other origin again. */
  noticeOf(ctx: OpenContext, error: unknown): ProviderNotice
}

type Query = { to?: unknown }

const anyone = { method: 'GET', path: '/auth/provider', summary: '', allow: 'anyone' } as const

/**
 * Serves the way to the provider and back. These are pages that a browser opens, not calls: each ends with a redirect
 * to a page of ours, or at the provider. Our page shows the fault, if any.
 */
export function serveSingleSignOn(
  app: FastifyInstance,
  services: Services,
  lanes: CallLanes,
  handlers: ProviderHandlers,
) {
  if (!services.provider) return
  const route = (path: string, answer: (ctx: OpenContext, request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      request.now = new Date()
      await authenticate(services, lanes.lookUp, anyone, request, reply)
      const ctx = contextOf(services, request, reply, connectionsOf(lanes, 'write', request))
      return queueFor(lanes, 'write', ctx, request)(() => answer(ctx, request, reply))
    })

  const begin =
    (way: 'sign-in' | 'proof') => async (ctx: OpenContext, request: FastifyRequest, reply: FastifyReply) => {
      const to = returnPath((request.query as Query).to)
      const say = (notice: ProviderNotice) =>
        way === 'proof' ? sendReauthenticationPage(services, request, reply, notice) : redirect(reply, to, notice)
      if (way === 'proof' && ctx.session.current === null) return say('failed')
      try {
        return reply.redirect(await handlers.begin(ctx, { to, way }))
      } catch (error) {
        return say(noticeOrFailure(ctx, error))
      }
    }

  /** An unknown error is logged, and shown as a sign-in that did not work: a page of JSON would help nobody. */
  const noticeOrFailure = (ctx: OpenContext, error: unknown): ProviderNotice => {
    try {
      return handlers.noticeOf(ctx, error)
    } catch {
      services.log.error({ err: error }, 'A sign-in at the provider could not go on')
      return 'failed'
    }
  }

  route(PROVIDER_PATH, begin('sign-in'))
  route(PROVIDER_PROOF_PATH, begin('proof'))
  route(PROVIDER_RETURN_PATH, async (ctx, request, reply) => {
    try {
      const answer = new URLSearchParams(request.url.split('?')[1] ?? '')
      const { to, notice, isProof } = await handlers.complete(ctx, answer)
      return isProof ? sendReauthenticationPage(services, request, reply, notice) : redirect(reply, to, notice)
    } catch (error) {
      return redirect(reply, '/', noticeOrFailure(ctx, error))
    }
  })
}

/** Back to a page of ours. The notice stands behind `#`, so no log has it. */
const redirect = (reply: FastifyReply, to: string, notice: ProviderNotice | undefined) =>
  reply.redirect(notice ? `${to}#provider=${notice}` : to)

/** The window in which somebody has proved who they are, or not. The page that they came from notices by itself. */
function sendReauthenticationPage(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  notice: ProviderNotice | undefined,
) {
  const i18n = i18nOf(services, request)
  const said = notice
    ? i18n.t('That did not work. Close this window and try again.')
    : i18n.t('Confirmed. Close this window and continue.')
  const title = i18n.t('Confirm that it is you')
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${i18n.locale}" dir="auto"><meta charset="utf-8">` +
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
        `<title>${escapedMarkup(title)}</title><main style="font: 1.125rem system-ui; max-width: 30rem; margin: 20vh auto; padding: 1rem">` +
        `<h1 style="font-size: 1.5rem">Muster</h1><p role="status">${escapedMarkup(said)}</p></main></html>`,
    )
}
