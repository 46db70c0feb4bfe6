import type { FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'

const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip|via)$/
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

export const SAMPLE_IS_LOCAL =
  'The sample hotel can only be entered on the machine it runs on. Set DEMO=1 to show it to others.'

/**
 * Whether somebody tries, from another machine, to enter a sample hotel that was loaded without being asked for: everybody
 * knows its passwords (decisions, section 1).
 */
export const isSampleFromElsewhere = ({ sample, config }: Services, { headers, raw }: FastifyRequest) =>
  sample &&
  !config.demo &&
  (!LOOPBACK.test(raw.headers.host ?? '') || Object.keys(headers).some((name) => FORWARDED.test(name)))
