import { describe, expect, test } from 'vitest'
import { csvLine } from '../../../../test/support/csv.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import { untilBlocked } from '../../../../test/support/locks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { TAB_HEADER } from '../../../shared/changes.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { usersApi } from '../../../shared/users.ts'
import { i18nFor } from '../../base/texts.ts'

const muster = useTestApp()
const preview = async (csv: string) => (await muster.as('adam')).call(usersApi.previewImport, { body: { csv } })
const bringIn = async (csv: string) => (await muster.as('adam')).call(usersApi.import, { body: { csv } })
const countPeople = async () =>
  (await muster.services.database.pool.query('select count(*)::int as people from users')).rows[0].people

test('the apostrophes that our own files carry for spreadsheets are taken away, save from passwords', async () => {
  const csv = csvLine(['First name', 'Last name', 'Email', 'Department', 'Password'])
  const { lines } = await preview(csv + csvLine(['-Jo', 'Kim;+1', 'jo.kim@hotel.example', 'Maintenance', '']))
  expect(lines).toMatchObject([{ firstName: '-Jo', lastName: 'Kim;+1', faults: [] }])
  await bringIn(`${csv}Lu,Roy,lu.roy@hotel.example,Maintenance,'=secret`)
  await muster.stranger().call(authApi.login, { body: { email: 'lu.roy@hotel.example', password: "'=secret" } })
})

test('a file is shown as it is understood, then brought in whole', async () => {
  const csv = [
    '\ufeffSurname;First Name;E-Mail;DEPARTMENT;Role;Password',
    '"O""Hara; the elder";Ida;ida@hotel.example;housekeeping;Manager;a word of hers',
    'Sørensen;Åse;Ase@hotel.example;Maintenance;;',
  ].join('\r\n')
  const before = await countPeople()
  expect(await preview(csv)).toEqual({
    faulty: 0,
    columns: expect.arrayContaining([
      { name: 'Surname', samples: ['O"Hara; the elder', 'Sørensen'] },
      { name: 'Password', samples: [] },
    ]),
    assigned: {
      firstName: 1,
      lastName: 0,
      name: null,
      email: 2,
      department: 3,
      role: 4,
      language: null,
      password: 5,
      username: null,
      personnelNumber: null,
    },
    missing: [],
    unknownDepartments: [],
    unknownRoles: [],
    lines: [
      {
        line: 2,
        firstName: 'Ida',
        lastName: 'O"Hara; the elder',
        email: 'ida@hotel.example',
        username: '',
        personnelNumber: '',
        role: 'manager',
        department: 'housekeeping',
        language: null,
        hasPassword: true,
        faults: [],
      },
      {
        line: 3,
        firstName: 'Åse',
        lastName: 'Sørensen',
        email: 'Ase@hotel.example',
        username: '',
        personnelNumber: '',
        role: 'user',
        department: 'Maintenance',
        language: null,
        hasPassword: false,
        faults: [],
      },
    ],
  })
  expect(await countPeople()).toBe(before)

  const { created, invitations } = await bringIn(csv)
  expect(created).toBe(2)
  expect(invitations).toEqual([
    {
      ...{ email: 'Ase@hotel.example', username: null, firstName: 'Åse', lastName: 'Sørensen' },
      userId: expect.any(String),
      link: expect.stringMatching(/^\/login#invite=[\w-]{43}$/),
      expires: expect.any(String),
    },
  ])
  const token = invitations[0]?.link.split('=')[1] ?? ''
  const ase = await muster.stranger().call(authApi.accept, { body: { token, newPassword: 'her own word' } })
  expect(ase).toMatchObject({ role: 'user', department: { name: 'Maintenance' } })
  await muster.stranger().call(authApi.login, { body: { email: 'ida@hotel.example', password: 'a word of hers' } })
  const { rows } = await muster.services.database.pool.query(
    `select action, details::text from audit_logs order by id desc limit 7`,
  )
  expect(rows.filter(({ action }) => action === 'user.create')).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/a word of hers|argon/)
})

test('headings may be in English or in the language of the reader, and people may have one', async () => {
  const words = {
    'First name': 'Ім’я',
    'Last name': 'Прізвище',
    Email: 'Пошта',
    Department: 'Відділ',
    Language: 'Мова',
  }
  i18nFor('uk').load('uk', words)
  const adam = await muster.as('adam')
  const previewIn = async (language: string, head: string[]) => {
    const csv = csvLine(head) + csvLine(['Ayşe', 'Yılmaz', 'ayse@hotel.example', 'Operations', 'TÜRKÇE'])
    const headers = { 'content-type': 'application/json', 'accept-language': language }
    const url = '/api/v1/users/import/preview'
    return (await adam.raw({ method: 'POST', url, headers, payload: JSON.stringify({ csv }) })).json
  }
  const ukrainian = Object.values(words)
  const understood = { firstName: 'Ayşe', lastName: 'Yılmaz', department: 'Operations', language: 'tr', faults: [] }
  for (const head of [
    ukrainian,
    ['ІМЯ', ...ukrainian.slice(1)],
    ['FIRST NAME', 'surname', 'e-mail', 'department', 'language'],
  ]) {
    expect((await previewIn('uk', head)).lines).toMatchObject([understood])
  }
  // The languages' usual words are known to every reader.
  expect((await previewIn('en', ukrainian)).lines).toMatchObject([understood])
})

test('a language is known by its code, its own name and its English one', async () => {
  const names = ['de', 'Deutsch', 'german', 'AR', 'العربية', 'Ukrainian', 'українська', 'Português', '', ' ', 'Klingon']
  const lines = names.map((name, at) => csvLine(['A', 'B', `language${at}@hotel.example`, 'Operations', name]))
  const csv = ['First name,Last name,Email,Department,Language\n', ...lines].join('')
  const shown = await preview(csv)
  expect(shown.lines.map(({ language }) => language)).toEqual([
    ...['de', 'de', 'de', 'ar', 'ar', 'uk', 'uk', 'pt', null, null, null],
  ])
  expect(shown.lines.map(({ faults }) => faults).filter((faults) => faults.length > 0)).toEqual([
    ['There is no language "Klingon"'],
  ])
  await bringIn(csv.replace('Klingon', 'Polski'))
  const { rows } = await muster.services.database.pool.query(
    `select language from users where email like 'language%' order by length(email), email`,
  )
  expect(rows.map(({ language }) => language)).toEqual([
    ...['de', 'de', 'de', 'ar', 'ar', 'uk', 'uk', 'pt', null, null, 'pl'],
  ])
})

test('every fault of every line is named, and nothing is written', async () => {
  const csv = `First name,Last name,Email,Role,Department,Password
,Novak,novak@hotel.example,user,Housekeeping,
Ann,Two,no address,user,Housekeeping,
Ann,Three,uli@hotel.example,user,Housekeeping,

Ann,Four,four@hotel.example,root,Housekeeping,short
Ann,Five,five@hotel.example,god,Nowhere,
Ann,Six,FOUR@hotel.example,guest,,
Ann,${'x'.repeat(101)},seven@hotel.example
Ann,Eight,eight@hotel.example,user,Operations`
  const before = await countPeople()
  const { lines, faulty } = await preview(csv)
  expect(faulty).toBe(7)
  expect(lines.map(({ line, faults }) => [line, ...faults])).toEqual([
    [2, 'First name is required'],
    [3, 'Enter an e-mail address'],
    [4, 'Another account has this e-mail address'],
    [
      6,
      'There is no role "root". There are: Guest, User, Manager, Admin, God',
      'Password must be at least 6 characters long',
    ],
    [7, 'There is no department "Nowhere"', 'You cannot give the role God'],
    [8, 'Department is required', 'Line 6 has the same e-mail address'],
    [9, 'Last name: At most 100 characters', 'Department is required'],
    [10],
  ])
  const refusal = await httpErrorOf(bringIn(csv))
  expect(refusal.status).toBe(400)
  expect(refusal.reply?.issues?.[0]).toMatchObject({ path: 'csv', message: 'Line 2: First name is required' })
  expect(await countPeople()).toBe(before)
})

test.each([
  ['', 'The file is empty'],
  ['First name,Last name,Email,Department\n', 'The file has a heading, but no people'],
  [
    `First name,Last name,Email,Department${'\nA,B,c,D'.repeat(1_001)}`,
    'The file has 1,001 people. You can import at most 1,000 people at once.',
  ],
])('a file that cannot be read says why: %#', async (csv, message) => {
  for (const refusal of [await httpErrorOf(preview(csv)), await httpErrorOf(bringIn(csv))]) {
    expect([refusal.status, refusal.reply?.issues]).toMatchObject([400, [{ path: 'csv', message }]])
  }
})

test('many people are imported while others work and sign in, and the page receives the progress', async () => {
  const lines = Array.from(
    { length: 60 },
    (_, at) => `Ann,Person ${at},person${at}@hotel.example,Operations,a word of ${at}`,
  )
  const csv = ['First name,Last name,Email,Department,Password', ...lines].join('\n')
  const [adam, uli] = [await muster.as('adam'), await muster.as('uli')]
  const pageOf = async (tab: string) => {
    const page = await openPage(await muster.listen(), { cookie: adam.cookie })
    page.send({ type: 'auth', userId: muster.fixtures.people.adam.id, tab })
    await page.receives('auth_success')
    return page
  }
  const [asking, other] = [await pageOf('aaaaaaaa'), await pageOf('bbbbbbbb')]
  // The accounts cannot be inserted before this lock is given back, however busy the machine is.
  const { database } = muster.services
  const lock = await database.pool.connect()
  await lock.query(`begin; select from departments where name = 'Operations' for update`)
  let done = false
  const coming = adam.call(usersApi.import, { body: { csv } }, { [TAB_HEADER]: 'aaaaaaaa' }).finally(() => {
    done = true
  })
  expect((await asking.receives('progress')).data).toEqual({ done: 20, total: 60 })
  // During the hashes, and during the transaction.
  await muster.signIn('uli@hotel.example')
  await untilBlocked(database)
  await muster.signIn('uli@hotel.example')
  await uli.call(authApi.session, {})
  expect(done).toBe(false)
  await lock.query('commit')
  lock.release()
  expect((await coming).created).toBe(60)
  expect((await asking.receives('progress')).data.done).toBe(40)
  expect((await asking.receives('progress')).data.done).toBe(60)
  expect((await other.receivedByNow()).filter(({ type }) => type === 'progress')).toEqual([])
  for (const { socket } of [asking, other]) socket.terminate()
})

test('what cannot be seen, and what stands around an address, is taken away', async () => {
  const csv = [
    '\ufeff\u200bFirst name;Last\u00a0name;E-Mail\ufeff;Department',
    '\u200eAnna\u00a0;"Be\u200brg\nMeier";Anna Berg <Anna@hotel.example>;\u00a0Housekeeping\u200b',
    'Ben;O\u00adtt;mailto:ben@hotel.example;Housekeeping',
    'Cleo;Roy;<cleo@hotel.example>;Housekeeping',
    ';;"Dana Fox" <dana@hotel.example>;Housekeeping',
    'Emil;Gee;sales&marketing@hotel.example;Housekeeping',
    'Fay;Hue;a/b@hotel.example;Housekeeping',
  ].join('\r\n')
  const { lines } = await preview(csv)
  expect(lines.map(({ firstName, lastName, email, faults }) => [firstName, lastName, email, ...faults])).toEqual([
    ['Anna', 'Berg Meier', 'Anna@hotel.example'],
    ['Ben', 'Ott', 'ben@hotel.example'],
    ['Cleo', 'Roy', 'cleo@hotel.example'],
    ['Dana', 'Fox', 'dana@hotel.example'],
    ['Emil', 'Gee', 'sales&marketing@hotel.example'],
    ['Fay', 'Hue', 'a/b@hotel.example'],
  ])
})

test.each([
  ['Mitarbeiterliste Hotel Adler, Stand 1.3.2026\r\n\r\nVorname;Nachname;E-Mail;Abteilung\r\n'],
  ['Hotel Adler;;;\r\nStand: März, vorläufig;;;\r\nVorname;Nachname;E-Mail;Abteilung\r\n'],
  ['"Personal\nHotel Adler"\r\nVorname;Nachname;E-Mail;Abteilung\r\n'],
])('lines above the heading are left out: %j', async (above) => {
  const { lines, missing } = await preview(`${above}Ann;Top;top@hotel.example;Housekeeping`)
  expect(missing).toEqual([])
  expect(lines).toMatchObject([{ line: 4, firstName: 'Ann', lastName: 'Top', faults: [] }])
})

test('lines are corrected, left out, and their departments named, before the rest comes in', async () => {
  const csv = [
    'First name,Last name,Email,Department,Role',
    'Good,One,good1@hotel.example,Housekeeping,',
    'Bad,Two,no address,Housekeeping,',
    'Good,Three,good3@hotel.example,Zimmer,',
    ',Four,good4@hotel.example,Zimmer,boss',
  ].join('\n')
  const adam = await muster.as('adam')
  const housekeeping = muster.fixtures.departments.Housekeeping
  const read = async (more: Omit<Input<typeof usersApi.import>['body'], 'csv'>) =>
    adam.call(usersApi.previewImport, { body: { csv, ...more } })
  const first = await read({})
  expect(first.unknownDepartments).toEqual(['Zimmer'])
  expect(first.lines.map(({ faults }) => faults.length > 0)).toEqual([false, true, true, true])
  expect(first.lines[3]?.faults).toContain('There is no role "boss". There are: Guest, User, Manager, Admin, God')

  const departments = [{ name: 'ZIMMER', departmentId: housekeeping }]
  const corrections = [{ line: 5, firstName: 'Fay', role: 'manager' }]
  const second = await read({ departments, corrections })
  expect(second.lines.map(({ line, faults }) => [line, ...faults])).toEqual([
    [2],
    [3, 'Enter an e-mail address'],
    [4],
    [5],
  ])
  expect(second.lines[3]).toMatchObject({ firstName: 'Fay', lastName: 'Four', role: 'manager' })

  const bring = (leaveOut?: number[]) =>
    adam.call(usersApi.import, { body: { csv, departments, corrections, ...(leaveOut && { leaveOut }) } })
  expect((await httpErrorOf(bring())).status).toBe(400)
  expect((await bring([3])).created).toBe(3)
  expect((await httpErrorOf(bring([2, 3, 4, 5]))).reply?.issues).toMatchObject([
    { path: 'csv', message: 'You have left out every line' },
  ])
  const nowhere = await httpErrorOf(read({ departments: [{ name: 'Zimmer', departmentId: 99_999 }] }))
  expect(nowhere.reply?.issues).toMatchObject([{ path: 'departments.0.departmentId' }])
})

test('job titles are given roles before people come in, and no role above the viewer’s', async () => {
  const csv = [
    'First name,Last name,Email,Department,Role',
    'Title,One,title1@hotel.example,Housekeeping,Head of Floor',
    'Title,Two,title2@hotel.example,Housekeeping,HEAD OF FLOOR',
    'Title,Three,title3@hotel.example,Housekeeping,Trainee',
  ].join('\n')
  const adam = await muster.as('adam')
  const read = async (roles: Input<typeof usersApi.import>['body']['roles']) =>
    adam.call(usersApi.previewImport, { body: { csv, roles } })
  expect((await read(undefined)).unknownRoles).toEqual(['head of floor', 'trainee'])
  const meant = [{ name: 'Head of Floor', role: 'manager' as const }]
  const { lines, unknownRoles } = await read(meant)
  expect([lines.map(({ role }) => role), unknownRoles]).toEqual([['manager', 'manager', 'trainee'], ['trainee']])
  const tooHigh = await read([...meant, { name: 'trainee', role: 'god' }])
  expect(tooHigh.lines[2]?.faults).toEqual(['You cannot give the role God'])
  const roles = [...meant, { name: 'trainee', role: 'guest' as const }]
  expect((await adam.call(usersApi.import, { body: { csv, roles } })).created).toBe(3)
})

describe('columns', () => {
  const columnsOf = async (head: string, columns?: Input<typeof usersApi.previewImport>['body']['columns']) => {
    const csv = `${head}\n${head.replace(/[^,;\t]+/g, 'x')}`
    return (await muster.as('adam')).call(usersApi.previewImport, { body: { csv, columns } })
  }

  test.each([
    ['Vorname;Nachname;E-Mail-Adresse;Abteilung', { firstName: 0, lastName: 1, email: 2, department: 3 }],
    ['Name;Vorname;Mail;Bereich', { firstName: 1, lastName: 0, name: null, email: 2, department: 3 }],
    ['Nom,Prénom,Courriel,Service,Rôle', { firstName: 1, lastName: 0, email: 2, department: 3, role: 4 }],
    ['APELLIDOS\tNOMBRE\tCorreo electrónico\tÁrea', { firstName: 1, lastName: 0, email: 2, department: 3 }],
    ['Cognome,Nome,Indirizzo e-mail,Reparto', { firstName: 1, lastName: 0, email: 2, department: 3 }],
    ['Primeiro nome,Apelido,Correio eletrónico,Departamento', { firstName: 0, lastName: 1, email: 2, department: 3 }],
    ['Imię,Nazwisko,Adres e-mail,Dział,Hasło', { firstName: 0, lastName: 1, email: 2, department: 3, password: 4 }],
    ["Прізвище,Ім'я,Ел. пошта,Підрозділ", { firstName: 1, lastName: 0, email: 2, department: 3 }],
    ['Adı Soyadı,E-posta,Bölüm,Dil', { firstName: null, name: 0, email: 1, department: 2, language: 3 }],
    ['الاسم الكامل,البريد الإلكتروني,القسم', { name: 0, email: 1, department: 2 }],
    ['No.,Full name,Abteilung / Department,Email (work)', { name: 1, email: 3, department: 2 }],
  ])('are known by the words of ten languages: %s', async (head, assigned) => {
    expect(await columnsOf(head)).toMatchObject({ assigned, missing: [] })
  })

  test('can be chosen, also against their headings, and what is missing is named', async () => {
    const file =
      'Chef,Kontakt,Wo\nAda King Lovelace,ada.k@hotel.example,Operations\n"Hopper, Grace",g@hotel.example,Operations'
    const adam = await muster.as('adam')
    const shown = await adam.call(usersApi.previewImport, { body: { csv: file } })
    expect(shown).toMatchObject({
      lines: [],
      columns: [
        { name: 'Chef', samples: ['Ada King Lovelace', 'Hopper, Grace'] },
        { name: 'Kontakt', samples: ['ada.k@hotel.example', 'g@hotel.example'] },
        { name: 'Wo', samples: ['Operations'] },
      ],
      missing: ['firstName', 'lastName', 'email', 'department'],
    })
    const refusal = await httpErrorOf(adam.call(usersApi.import, { body: { csv: file } }))
    expect(refusal.reply?.issues).toMatchObject([
      {
        path: 'csv',
        message:
          'The first line must name the columns; it has none called "First name", "Last name", "Email", "Department"',
      },
    ])
    const columns = { name: 0, email: 1, department: 2 }
    const chosen = await adam.call(usersApi.previewImport, { body: { csv: file, columns } })
    expect(chosen).toMatchObject({
      missing: [],
      lines: [
        { firstName: 'Ada King', lastName: 'Lovelace', faults: [] },
        { firstName: 'Grace', lastName: 'Hopper', faults: [] },
      ],
    })
    expect((await adam.call(usersApi.import, { body: { csv: file, columns } })).invitations).toHaveLength(2)
    expect(await columnsOf('First name,Last name,Email,Department', { email: null, department: 199 })).toMatchObject({
      missing: ['department'],
    })
  })

  test('roles may have the names that the reader sees', async () => {
    i18nFor('de').load('de', { Manager: 'Führungskraft' })
    const headers = { 'content-type': 'application/json', 'accept-language': 'de' }
    const csv = 'Name,Mail,Bereich,Rolle\nAda L,ada.l@hotel.example,Operations,FÜHRUNGSKRAFT'
    const url = '/api/v1/users/import/preview'
    const reply = await (await muster.as('adam')).raw({
      method: 'POST',
      url,
      headers,
      payload: JSON.stringify({ csv }),
    })
    expect(reply.json.lines).toMatchObject([{ role: 'manager', faults: [] }])
  })
})
