import { infoOf, type ShownLanguage } from '../../shared/words/languages.ts'
import type { Config } from '../base/config.ts'
import { escapedMarkup } from '../base/markup.ts'
import { i18nFor } from '../base/texts.ts'

export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
}

export interface Letter {
  /** The language of its words; absent for English. */
  language?: ShownLanguage
  to: { email: string; firstName: string }
  subject: string
  /** The text before the link. */
  paragraph: string
  link: { label: string; address: string }
  note: string
}

/** An e-mail to a person with one thing to say, one link and a note below it. */
export function letter({ language = 'en', to, subject, paragraph, link, note }: Letter): MailMessage {
  const i18n = i18nFor(language)
  const hello = i18n.t('Hello {name},', { name: to.firstName })
  return {
    to: to.email,
    subject,
    text: `${hello}\n\n${paragraph}\n\n${link.address}\n\n${note}\n`,
    html: `<!doctype html><html lang="${language}" dir="${infoOf(language).dir}"><body style="font:16px/1.5 system-ui,sans-serif;color:#1f2421">
<p>${escapedMarkup(hello)}</p><p>${escapedMarkup(paragraph)}</p>
<p><a href="${escapedMarkup(link.address)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0f5c4d;color:#fff;text-decoration:none">${escapedMarkup(link.label)}</a></p>
<p style="color:#5c625f">${escapedMarkup(note)}</p></body></html>`,
  }
}

/** Sends e-mails. Only jobs use it: a reply never waits for one, nor tells by its time whether one was sent. */
export interface Mailer {
  /** Throws the error of `nodemailer` when the mail server does not take the message. */
  send(message: MailMessage): Promise<void>
  close(): void
}

const WITHIN = 10_000

/** The way to send e-mails; null without SMTP_URL. */
export function openMailer({ smtpUrl, publicUrl, mailFrom }: Config): Mailer | null {
  if (!smtpUrl || !publicUrl) return null
  let transport: ReturnType<typeof openTransport> | undefined
  return {
    async send(message) {
      transport ??= openTransport(smtpUrl, mailFrom ?? senderOf(smtpUrl, publicUrl))
      await (await transport).sendMail(message)
    },
    close() {
      // The e-mail has told why it could not be opened.
      transport?.then(
        (opened) => opened.close(),
        () => {},
      )
    },
  }
}

async function openTransport(smtpUrl: string, from: NonNullable<Config['mailFrom']>) {
  // With the first e-mail, so that no start waits for it.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(smtpUrl, { from })
  Object.assign(transport.options, { connectionTimeout: WITHIN, greetingTimeout: WITHIN, socketTimeout: WITHIN })
  return transport
}

/** Whether the mail server refuses this message or its recipient for good (RFC 5321, 4.2.1: replies from 500). */
export function isRefusedForGood(error: unknown) {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

/** The account that sends, where its name is an address, else one at the place that people open. */
function senderOf(smtpUrl: string, publicUrl: string) {
  const user = decodeURIComponent(new URL(smtpUrl).username)
  return { name: 'Muster', address: user.includes('@') ? user : `no-reply@${new URL(publicUrl).hostname}` }
}
