import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { useJobs } from '../../../../test/support/jobs.ts'
import { PASSWORD, putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { usersApi } from '../../../shared/users.ts'
import type { Language } from '../../../shared/words/languages.ts'
import { letter } from '../../adapters/mail.ts'

/** A real SMTP server. A test awaits the next e-mail. */
const inbox: { to: string[]; text: string }[] = []
let arrived = () => {}
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, { envelope }, done) {
    let text = ''
    for await (const chunk of stream) text += chunk
    inbox.push({ to: envelope.rcptTo.map(({ address }) => address), text: text.replace(/=\r\n/g, '') })
    done()
    arrived()
  },
})
// A connection may break off.
smtp.on('error', () => {})
const listening = smtp.listen(0, '127.0.0.1')
await once(listening, 'listening')
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
const SMTP_URL = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
const muster = useTestApp({ SMTP_URL, PUBLIC_URL: 'http://muster.example' })
useJobs(muster)
beforeEach(() => muster.services.database.pool.query('delete from sign_in_tries'))

const mailAbout = (subject: string) => nextMail(({ text }) => text.includes(`Subject: ${subject}`))

async function nextMail(isWanted: (mail: (typeof inbox)[number]) => boolean) {
  for (;;) {
    const mail = inbox.shift()
    if (mail && isWanted(mail)) return mail
    if (!mail)
      await new Promise<void>((resolve) => {
        arrived = resolve
      })
  }
}

const CHANGED = 'Your e-mail address was changed'
let made = 0
const freshAddress = () => `moved${++made}@hotel.example`
async function admin() {
  const { id, email } = await putPerson(muster.services, { role: 'admin' })
  const browser = await muster.signIn(email)
  const update = (body: object) => browser.call(usersApi.update, { params: { id }, body })
  const notices = async () => (await browser.call(notificationsApi.list, {})).filter(({ title }) => title === CHANGED)
  return { id, email, browser, update, notices }
}

test('one’s own e-mail changes with the current password only', async () => {
  const { email, update, notices } = await admin()
  const to = freshAddress()
  const missing = await httpErrorOf(update({ email: to }))
  expect([missing.status, missing.reply?.issues]).toEqual([
    400,
    [{ path: 'currentPassword', message: 'Enter your current password to change your e-mail' }],
  ])
  const wrong = await httpErrorOf(update({ email: to, currentPassword: 'not it' }))
  expect([wrong.status, wrong.reply?.issues]).toEqual([
    400,
    [{ path: 'currentPassword', message: 'Current password is incorrect' }],
  ])
  // A change of other fields needs no password.
  expect(await update({ email, firstName: 'Newer' })).toMatchObject({ email, firstName: 'Newer' })
  expect(await notices()).toEqual([])
  expect((await update({ email: to, currentPassword: PASSWORD })).email).toBe(to)
  expect(await notices()).toMatchObject([
    { type: 'security', message: expect.stringContaining(`From ${email} to ${to}, by you`) },
  ])
  const mail = await mailAbout(CHANGED)
  expect(mail.to).toEqual([email])
  expect(mail.text).toContain(to)
})

test('the current password cannot be guessed by it, and is logged nowhere', async () => {
  const { id, email, update } = await admin()
  const guess = (at: number) => httpErrorOf(update({ email: freshAddress(), currentPassword: `guess ${at}` }))
  for (let at = 0; at < 10; at += 1) expect((await guess(at)).status).toBe(400)
  expect((await httpErrorOf(update({ email: freshAddress(), currentPassword: PASSWORD }))).status).toBe(429)
  // The person can sign in all the same.
  await muster.signIn(email)
  const { rows } = await muster.services.database.pool.query('select details from audit_logs where user_id = $1', [id])
  expect(JSON.stringify(rows)).not.toMatch(/guess \d|currentPassword|correct horse/)
})

test('links to a new password end with the e-mail that they were sent to, whoever changes it', async () => {
  const adam = await muster.as('adam')
  for (const whoever of ['own', 'adam'] as const) {
    const { id, email, update } = await admin()
    if (whoever === 'adam')
      await muster.services.database.pool.query(`update users set role = 'user' where id = $1`, [id])
    await muster.stranger().call(authApi.forgot, { body: { email } })
    const { text } = await mailAbout('A new password for Muster')
    const [, token = ''] = /#reset=3D([\w-]{43})/.exec(text) ?? []
    expect(token).not.toBe('')
    const to = freshAddress()
    if (whoever === 'own') await update({ email: to, currentPassword: PASSWORD })
    else await adam.call(usersApi.update, { params: { id }, body: { email: to } })
    const mail = await mailAbout(CHANGED)
    expect(mail.to).toEqual([email])
    expect(mail.text).toContain(whoever === 'own' ? 'by you' : 'by Adam Weiss')
    const refusal = await httpErrorOf(
      muster.stranger().call(authApi.reset, { body: { token, newPassword: 'taken over' } }),
    )
    expect(refusal.reply?.code).toBe('link_dead')
  }
})

test('e-mails are in the language of the person, whoever causes them', async () => {
  const { id, email } = await putPerson(muster.services, { language: 'en-XA' as Language })
  const adam = await muster.as('adam')
  await adam.call(usersApi.update, { params: { id }, body: { email: freshAddress() } })
  const { text } = await nextMail(({ to }) => to.includes(email))
  expect(text).toContain('<html lang=3D"en-XA" dir=3D"ltr">')
  expect(text).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(text).toContain('<p>=E2=9F=A6H=C3=A9ll=C3=B3')
  // The mark that begins each text of the pseudo-language: greeting, sentence, its time, button and note.
  expect(text.match(/=E2=9F=A6/g)).toHaveLength(5)
})

test('an e-mail in Arabic runs from right to left', () => {
  const link = { label: 'x', address: 'http://muster.example' }
  const { html } = letter({
    language: 'ar',
    to: { email: 'a@hotel.example', firstName: 'Ali' },
    subject: 's',
    paragraph: 'p',
    link,
    note: 'n',
  })
  expect(html).toContain('<html lang="ar" dir="rtl">')
})

test('a sign-in in a new browser and repeated failures cause an e-mail too', async () => {
  const { email } = await admin()
  await muster.signIn(email)
  expect((await mailAbout('New sign-in to your account')).to).toEqual([email])
  for (let at = 0; at < 10; at += 1)
    await httpErrorOf(muster.stranger().call(authApi.login, { body: { email, password: 'wrong one' } }))
  const mail = await mailAbout('Failed sign-ins to your account')
  expect(mail.to).toEqual([email])
  expect(mail.text).toContain('http://muster.example/profile')
})
