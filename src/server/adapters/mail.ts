import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import { throttledWarning } from '../base/errors.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

interface Letter {
  to: { email: string; firstName: string }
  subject: string
  /** What it says, before the link. */
  paragraph: string
  link: { label: string; address: string }
  note: string
}

/** An e-mail to a person with one thing to say, one link and a note below it. */
export function letter({ to, subject, paragraph, link, note }: Letter): Message {
  const hello = `Hello ${to.firstName},`
  return {
    to: to.email,
    subject,
    text: `${hello}\n\n${paragraph}\n\n${link.address}\n\n${note}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:#1f2421">
<p>${escaped(hello)}</p><p>${escaped(paragraph)}</p>
<p><a href="${escaped(link.address)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0f5c4d;color:#fff;text-decoration:none">${escaped(link.label)}</a></p>
<p style="color:#5c625f">${escaped(note)}</p></body></html>`,
  }
}

/** Sends e-mails, apart from any request: a reply never waits for one, nor tells by its time whether one was sent. */
export interface Mailer {
  /** Runs the work after what is under way now, and sends the message that it gives, if any. */
  later(work: () => Promise<Message | undefined>): void
  /** Waits for what is under way. */
  close(): Promise<void>
}

const WITHIN = 10_000

/** The way to send e-mails; null without SMTP_URL. */
export function openMailer({ smtpUrl, publicUrl, mailFrom }: Config, log: Pick<Logger, 'warn'>): Mailer | null {
  if (!smtpUrl || !publicUrl) return null
  const transport = createTransport(smtpUrl, { from: mailFrom ?? senderOf(smtpUrl, publicUrl) })
  Object.assign(transport.options, { connectionTimeout: WITHIN, greetingTimeout: WITHIN, socketTimeout: WITHIN })
  const notSent = throttledWarning('An e-mail could not be sent')
  const underWay = new Set<Promise<void>>()
  return {
    later(work) {
      const sending = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .then((message) => message && transport.sendMail(message))
        .then(
          () => {},
          (error) => notSent(log, error),
        )
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    async close() {
      await Promise.all(underWay)
      transport.close()
    },
  }
}

/** The account that sends, where its name is an address, else one at the place that people open. */
function senderOf(smtpUrl: string, publicUrl: string) {
  const user = decodeURIComponent(new URL(smtpUrl).username)
  return { name: 'Muster', address: user.includes('@') ? user : `no-reply@${new URL(publicUrl).hostname}` }
}
