import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { useJobs } from '../../../../test/support/jobs.ts'
import { deactivate, emailOf, putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { usersApi } from '../../../shared/users.ts'
import { type Mailer, type MailMessage, openMailer } from '../../adapters/mail.ts'
import { contextFor, inTransaction } from '../../core/context.ts'
import { enqueue } from '../../core/jobs/jobs.ts'
import { mailJob } from '../../core/notify/mail.ts'
import { resetPassword } from './reset.ts'

/** A real SMTP server. It stores each e-mail as it arrives. */
interface Mail {
  to: string[]
  from: string
  text: string
}
const inbox: Mail[] = []
let arrived = () => {}
const refused = new Set<string>()
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(refused.has(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
  onData(stream, session, done) {
    let text = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope
      inbox.push({ text, from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) })
      done()
      arrived()
    })
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
beforeEach(async () => {
  inbox.length = 0
  await muster.services.database.pool.query('delete from sign_in_tries')
})

/** The next e-mail with a link. E-mails about sign-ins from new browsers are left out. */
const nextMail = async (): Promise<Mail> => {
  while (inbox.length === 0) {
    await new Promise<void>((resolve) => {
      arrived = resolve
    })
  }
  const mail = inbox.shift() as Mail
  return /^Subject: A new password/m.test(mail.text) ? mail : nextMail()
}
/** The next e-mail to this person. E-mails of the test before may still arrive. */
const nextMailTo = async (email: string): Promise<Mail> => {
  const mail = await nextMail()
  return mail.to.includes(email) ? mail : nextMailTo(email)
}
/** Decodes quoted-printable. */
const decoded = (text: string) =>
  text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
const tokenIn = ({ text }: Mail) => /\/login#reset=([\w-]{43})\b/.exec(decoded(text))?.[1] ?? ''
const ask = (email: string) => muster.stranger().call(authApi.forgot, { body: { email } })
const reset = (token: string, newPassword = 'a brand new one') =>
  muster.stranger().call(authApi.reset, { body: { token, newPassword } })
const linkFor = async (email: string) => {
  await ask(email)
  return tokenIn(await nextMail())
}
const newcomer = async () => {
  const person = await putPerson(muster.services)
  return { ...person, browser: await muster.signIn(person.email) }
}

describe('a link to a new password', () => {
  test('comes to an address in other letters, however it is typed', async () => {
    await putPerson(muster.services, { email: 'ida@xn--mnchen-3ya.example' })
    await ask('Ida@MÜNCHEN.example')
    // The mail server of this test shows the domain in its original letters.
    expect((await nextMail()).to).toEqual(['ida@münchen.example'])
  })

  test('comes by e-mail, sets the password, and ends all sessions', async () => {
    const { id, email, browser } = await newcomer()
    await ask(` ${email.toUpperCase()} `)
    const mail = await nextMail()
    expect(mail.to).toEqual([email])
    expect(mail.from).toBe('no-reply@muster.example')
    expect(mail.text).toMatch(/^Subject: A new password for Muster\r$/m)
    expect(mail.text).toMatch(/^From: Muster <no-reply@muster\.example>\r$/m)
    expect(decoded(mail.text)).toContain('http://muster.example/login#reset=')
    expect(decoded(mail.text)).toContain('within 30 minutes')
    await reset(tokenIn(mail))
    expect((await httpErrorOf(browser.call(authApi.session, {}))).status).toBe(401)
    expect((await httpErrorOf(muster.signIn(email))).status).toBe(401)
    await muster.stranger().call(authApi.login, { body: { email, password: 'a brand new one' } })
    const { rows } = await muster.services.database.pool.query(
      'select action, details from audit_logs where resource_id = $1 order by id',
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['user.create', 'user.ask-password', 'user.reset-password'])
    expect(JSON.stringify(rows)).not.toMatch(/brand new|argon/)
  })

  test('works once, also when it is used twice at the same moment', async () => {
    const { email } = await newcomer()
    const token = await linkFor(email)
    const statuses = await Promise.all(
      ['the first one', 'the other one'].map((password) =>
        reset(token, password).then(
          () => 204,
          (error) => error.status,
        ),
      ),
    )
    expect(statuses.sort()).toEqual([204, 404])
    expect((await httpErrorOf(reset(token))).reply).toEqual({
      code: 'link_dead',
      message: 'This link has expired or was used already. Ask for a new one.',
    })
  })

  test('is used up for a request that came a moment before, too', async () => {
    const { email } = await newcomer()
    const token = await linkFor(email)
    const input = { params: {}, query: undefined, body: { token, newPassword: 'a brand new one' } }
    const use = (at: number) =>
      inTransaction(contextFor(muster.services, null, new Date(at)), (ctx) => resetPassword(ctx, input, 'a hash'))
    const now = Date.now()
    await use(now + 1000)
    await expect(use(now)).rejects.toMatchObject({ code: 'link_dead' })
  })

  test('works for 30 minutes', async () => {
    const { email, id } = await newcomer()
    const token = await linkFor(email)
    const age = (minutes: number) =>
      muster.services.database.pool.query(
        'update password_resets set expire = expire - $1::interval where user_id = $2',
        [`${minutes} minutes`, id],
      )
    await age(29)
    await age(1)
    expect((await httpErrorOf(reset(token))).status).toBe(404)
    await age(-2)
    await reset(token)
  })

  test('is dead once a later one was sent, or the password was set in another way', async () => {
    const { email, id } = await newcomer()
    const [first, second] = [await linkFor(email), await linkFor(email)]
    expect((await httpErrorOf(reset(first))).status).toBe(404)
    await (await muster.as('adam')).call(usersApi.setPassword, {
      params: { id },
      body: { newPassword: 'from the boss' },
    })
    expect((await httpErrorOf(reset(second))).status).toBe(404)
  })

  test('is of no use for an account that was deactivated or deleted meanwhile', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const tokens = [await linkFor(one.email), await linkFor(other.email)]
    const adam = await muster.as('adam')
    await adam.call(usersApi.update, { params: { id: one.id }, body: { isActive: false } })
    await adam.call(usersApi.remove, { params: { id: other.id } })
    for (const token of tokens) expect((await httpErrorOf(reset(token))).status).toBe(404)
  })

  test('cannot be guessed, and is kept nowhere', async () => {
    const { email } = await newcomer()
    const tokens = [await linkFor(email), await linkFor(email)]
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await muster.services.database.pool.query(`
      select to_jsonb(r)::text as row from password_resets r union all select to_jsonb(a)::text from audit_logs a`)
    for (const token of tokens) expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
  })
})

describe('who asks for one', () => {
  test('gets the same answer for every address, and nobody without an account an e-mail', async () => {
    await deactivate(muster.services, 'gwen')
    const send = (email: string) =>
      muster.stranger().raw({
        method: 'POST',
        url: '/api/v1/auth/forgot',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email }),
      })
    const replies = await Promise.all([emailOf('gwen'), 'nobody@hotel.example', emailOf('uli')].map(send))
    const seen = replies.map(({ status, text, headers }) => ({ status, text, names: Object.keys(headers).sort() }))
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
    expect(seen[0]).toMatchObject({ status: 204, text: '' })
    expect((await nextMail()).to).toEqual([emailOf('uli')])
    // Earlier requests have been looked up by then, too.
    await ask(emailOf('marta'))
    expect((await nextMail()).to).toEqual([emailOf('marta')])
  })

  test('waits for nothing that only an address with an account has to wait for', async () => {
    const { id, email } = await newcomer()
    // Creating or sending a link has to wait until this transaction ends.
    const holder = await muster.services.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from users where id = $1 for update', [id])
    await ask(email)
    expect(inbox).toEqual([])
    await holder.query('commit')
    holder.release()
    await nextMail()
  })

  test('is held back after five tries for an address, known or not, and after thirty in all', async () => {
    for (const email of [emailOf('lea'), 'nobody@hotel.example']) {
      for (let attempts = 0; attempts < 5; attempts += 1) await ask(email)
      const refusal = await httpErrorOf(ask(email))
      expect([refusal.status, refusal.reply?.code]).toEqual([429, 'too_many_tries'])
    }
    for (let attempts = 10; attempts < 30; attempts += 1) await ask(`nobody${attempts}@hotel.example`)
    expect((await httpErrorOf(ask('somebody@hotel.example'))).status).toBe(429)
    // Signing in still works.
    await muster.signIn(emailOf('lea'))
  })

  test('fills no inbox from many places', async () => {
    const { email } = await newcomer()
    for (let attempts = 0; attempts < 8; attempts += 1) {
      await ask(email)
      await muster.services.database.pool.query('delete from sign_in_tries')
    }
    for (let mails = 0; mails < 5; mails += 1) await nextMailTo(email)
    // A sixth e-mail would arrive before the one that another person requests now.
    await ask(emailOf('nora'))
    await nextMailTo(emailOf('nora'))
    expect(inbox.filter(({ to }) => to.includes(email))).toEqual([])
  })
})

describe('without SMTP_URL', () => {
  const mute = useTestApp()
  test('nobody gets an e-mail, and the reply says whom to ask', async () => {
    const { status, reply } = await httpErrorOf(
      mute.stranger().call(authApi.forgot, { body: { email: emailOf('uli') } }),
    )
    expect([status, reply?.message]).toEqual([409, 'Ask an administrator to set a new password for you'])
  })
})

test('a link that could not be sent is sent by a later attempt, and neither error nor table tells it', async () => {
  const { email, id } = await newcomer()
  const query = (text: string, values: unknown[] = []) => muster.services.database.pool.query(text, values)
  const { send } = muster.services.mail as Mailer
  const messages: MailMessage[] = []
  muster.services.mail = {
    ...(muster.services.mail as Mailer),
    send: async (message) => {
      messages.push(message)
      await openMailer({ ...muster.services.config, smtpUrl: 'smtp://127.0.0.1:9' })?.send(message)
    },
  }
  const failed = async () => (await query('select * from jobs where last_error is not null')).rows
  try {
    await ask(email)
    await expect.poll(failed).toHaveLength(1)
  } finally {
    muster.services.mail.send = send
  }
  const [row] = await failed()
  expect(row).toMatchObject({ kind: 'reset-link', payload: { email }, attempts: 1, failed_at: null })
  expect(row.last_error).toContain('ECONNREFUSED')
  const [, token = ''] = /reset=([\w-]{43})/.exec(messages[0]?.text ?? '') ?? []
  expect(JSON.stringify(row)).not.toContain(token)
  expect((await httpErrorOf(reset(token))).status).toBe(404)
  expect((await query('select from password_resets where user_id = $1', [id])).rowCount).toBe(0)
  await query('update jobs set run_at = now()')
  await reset(tokenIn(await nextMailTo(email)))
  // It leaves nothing behind, as strangers may ask without end.
  await expect.poll(async () => (await query('select from jobs where kind = $1', ['reset-link'])).rowCount).toBe(0)
})

test('an e-mail that the mail server refuses is not tried again', async () => {
  refused.add('nobody@hotel.example')
  const letter = {
    to: { email: 'nobody@hotel.example', firstName: 'No' },
    ...{ subject: 'x', paragraph: 'x', link: { label: 'x', address: 'http://muster.example' }, note: 'x' },
  }
  await inTransaction(contextFor(muster.services, null, new Date()), (ctx) => enqueue(ctx, mailJob, letter))
  const job = async () =>
    (await muster.services.database.pool.query("select * from jobs where kind = 'mail' and last_error is not null"))
      .rows
  await expect.poll(job).toHaveLength(1)
  expect((await job())[0]).toMatchObject({ attempts: 1, failed_at: expect.any(String) })
})

test('e-mails come from the sender that was set', async () => {
  const mailFrom = { name: 'Sol, Hotel & Bar', address: 'hotel@sol.example' }
  const mailer = openMailer({ ...muster.services.config, mailFrom })
  await mailer?.send({ to: 'sender@hotel.example', subject: 'A new password', text: 'x', html: 'x' })
  const mail = await nextMailTo('sender@hotel.example')
  mailer?.close()
  expect(mail.from).toBe('hotel@sol.example')
  expect(mail.text).toMatch(/^From: "Sol, Hotel & Bar" <hotel@sol\.example>\r$/m)
})
