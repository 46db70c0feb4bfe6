import * as z from 'zod/mini'
import { english } from '../words/message.ts'

const notATime = english('Must be a time, as {example}', { example: '06:00' })

/** A time on the wall clock in a request: "06:00". */
export const localTime = z.string().check(z.maxLength(5, notATime), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, notATime))
