import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint, Input } from '../../../shared/endpoint.ts'
import { contractMessage, english, msg } from '../../../shared/words/message.ts'
import type { PutOptions } from '../../adapters/files.ts'
import { HttpError, invalid } from '../../base/errors.ts'
import type { Context, OpenContext, Services } from '../../core/context.ts'
import { paramsOf, parsed } from '../request/input.ts'
import { recheckIfLate } from '../request/request-context.ts'
import { limitDiscardedBody, limitUploadTime, type MinimumRate } from '../request/timeouts.ts'
import { withReadForm } from './form.ts'

const MB = 1024 * 1024
const notAForm = () => new HttpError(415, 'wrong_type', msg('Send this as multipart/form-data'))

/** Checks that refuse a form before its files are stored, by throwing. */
interface UploadChecks<Params, Body> {
  /** Called once, with the fields that came before the first file. */
  beforeFiles(ctx: Context, input: { params: Params; body: Body }): Promise<unknown>
  /** Receives the first bytes of each file (`BEGINNING`). */
  accept: NonNullable<PutOptions['accept']>
}

const uploadChecks = new WeakMap<object, UploadChecks<never, never>>()

/**
 * Adds checks to the handler of a form, so that a refused sender does not send the whole file first. Later fields are
 * not known to them: the handler itself must check the permission all the same.
 */
export function withUploadChecks<H extends (ctx: Context, input: never) => unknown>(
  handler: H,
  checks: UploadChecks<Parameters<H>[1]['params'], Parameters<H>[1]['body']>,
): H {
  uploadChecks.set(handler, checks as UploadChecks<never, never>)
  return handler
}

/** Leaves forms in the request for `withForm` to read, and refuses every other type of body. */
export function acceptForms(forms: FastifyInstance, { config }: Services, minimumRate?: MinimumRate) {
  forms.removeAllContentTypeParsers()
  forms.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  forms.addContentTypeParser('*', (_request, _body, done) => done(notAForm()))
  forms.addHook('onRequest', async ({ raw }) => limitUploadTime(raw, minimumRate))
  forms.addHook('onResponse', async ({ raw }) => limitDiscardedBody(raw, config.maxUploadMb * MB))
}

/**
 * Reads the form and passes it to the handler. The files are stored once the fields before them have passed, the fields
 * behind them are checked then, and each file is removed at the end unless the handler has kept it.
 */
export async function withForm(
  ctx: OpenContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  handler: object,
  answer: (input: Input<Endpoint>) => unknown,
) {
  if (request.headers['content-type'] === undefined) throw notAForm()
  const { files: store, config } = ctx.services
  const checks = uploadChecks.get(handler)
  const params = paramsOf(endpoint, request)
  const { files: fileFields = {} } = endpoint
  const options = {
    ...{ store, fileFields, accept: checks?.accept },
    sender: ctx.viewer?.id ?? request.ip,
    maxBytes: config.maxUploadMb * MB,
    async beforeFiles(fields: Record<string, string>) {
      const body = endpoint.form?.safeParse(fields)
      // Fields may still come. If they are wrong in the end, the reply says so then.
      if (body?.success) await checks?.beforeFiles(ctx as Context, { params, body: body.data } as never)
    },
  }
  return withReadForm(request.raw, options, async ({ fields, files }) => {
    await recheckIfLate(ctx, request)
    const query = parsed(endpoint.query, request.query)
    const body = parsed(endpoint.form, fields)
    for (const [name, { min = 0, missing = english('Select a file') }] of Object.entries(fileFields)) {
      if ((files[name]?.length ?? 0) < min) throw invalid(name, contractMessage(missing))
    }
    return answer({ params, query, body, files } as unknown as Input<Endpoint>)
  })
}
