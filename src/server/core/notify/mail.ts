import { isRefusedForGood, type Letter, letter, type MailMessage } from '../../adapters/mail.ts'
import type { OpenContext } from '../context.ts'
import { jobKind, PermanentFailure } from '../jobs/jobs.ts'

/** An e-mail with one thing to say. It must hold no secret, as it stands in the table until it is sent. */
export const mailJob = jobKind<Letter>('mail', (ctx, payload) => sendNow(ctx, letter(payload)))

/** Sends an e-mail within a job. Throws the mail server's error; `PermanentFailure` when that will not change. */
export async function sendNow({ services: { mail } }: OpenContext, message: MailMessage) {
  if (!mail) throw new Error('SMTP_URL is not set on the server that tried')
  try {
    await mail.send(message)
  } catch (error) {
    throw isRefusedForGood(error) ? new PermanentFailure((error as Error).message) : error
  }
}
