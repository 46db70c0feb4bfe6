import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint, Input } from '../../shared/endpoint.ts'
import { HttpError, invalid } from '../base/errors.ts'
import type { Context, OpenContext, Services } from '../core/context.ts'
import { FILE_FIELD, readForm } from './form.ts'
import { paramsOf, parsed } from './input.ts'
import { recheckSession } from './session.ts'
import { limitDiscardedBody, limitUploadTime, type MinimumRate } from './timeouts.ts'

const MB = 1024 * 1024
const notAForm = () => new HttpError(415, 'wrong_type', 'Send this as multipart/form-data')

type BeforeFile = (ctx: Context, input: { params: never; body: never }) => Promise<unknown>
const beforeFiles = new WeakMap<object, BeforeFile>()

/**
 * Has a check made before the bytes of a form's file are taken, as far as the fields have come by then: what it throws
 * refuses them. The handler itself must check all the same.
 */
export function withCheckBeforeFile<H extends (ctx: Context, input: never) => unknown>(
  handler: H,
  check: (ctx: Context, input: Omit<Parameters<H>[1], 'file' | 'query'>) => Promise<unknown>,
): H {
  beforeFiles.set(handler, check as unknown as BeforeFile)
  return handler
}

/** Leaves a form in the request as it comes, for the handler to read; anything else is of the wrong type. */
export function acceptForms(forms: FastifyInstance, { config }: Services, minimumRate?: MinimumRate) {
  forms.removeAllContentTypeParsers()
  forms.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  forms.addContentTypeParser('*', (_request, _body, done) => done(notAForm()))
  forms.addHook('onRequest', async ({ raw }) => limitUploadTime(raw, minimumRate))
  forms.addHook('onResponse', async ({ raw }) => limitDiscardedBody(raw, config.maxUploadMb * MB))
}

/**
 * Reads the form, and lets the handler answer it. The file comes in after the fields before it have passed, is looked at
 * again with those behind it, and goes again unless the handler has kept it.
 */
export async function withForm(
  ctx: OpenContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  handler: object,
  answer: (input: Input<Endpoint>) => unknown,
) {
  if (request.headers['content-type'] === undefined) throw notAForm()
  const { files, config } = ctx.services
  const check = beforeFiles.get(handler)
  const params = paramsOf(endpoint, request)
  const beforeFile = async (fields: Record<string, string>) => {
    const body = endpoint.form?.safeParse(fields)
    // Fields may still come; what then is wrong is said then.
    if (body?.success) await check?.(ctx as Context, { params: params as never, body: body.data as never })
  }
  const sender = ctx.viewer?.id ?? request.ip
  const { fields, file } = await readForm(request.raw, { files, sender, most: config.maxUploadMb * MB, beforeFile })
  try {
    await recheckSession(ctx, request)
    const query = parsed(endpoint.query, request.query)
    const body = parsed(endpoint.form, fields)
    if (!file && endpoint.file === 'required') throw invalid(FILE_FIELD, 'Please select a PDF file')
    return await answer({ params, query, body, file } as unknown as Input<Endpoint>)
  } finally {
    if (file) await files.drop(file)
  }
}
