import { expect, test } from 'vitest'
import { roles } from '../src/shared/permissions.ts'
import { usersApi } from '../src/shared/users.ts'
import { fold } from '../src/shared/words/fold.ts'
import { textOf } from '../src/web/components/import-people/file-text.ts'
import { pastedPeople } from '../src/web/setup/pasted-people.ts'
import { useTestApp } from './support/test-app.ts'

/** The lists of people that three houses have: no good line of them is refused, and no name is changed. */

const muster = useTestApp()

/** The file as the browser reads it and the server shows it. */
async function previewed(file: Uint8Array, language: string) {
  const csv = textOf(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer, language)
  const headers = { 'content-type': 'application/json', 'accept-language': language }
  const url = '/api/v1/users/import/preview'
  const payload = JSON.stringify({ csv })
  const { status, json } = await (await muster.as('adam')).raw({ method: 'POST', url, headers, payload })
  expect(status).toBe(200)
  return json
}

test('a German Excel sheet: semicolons, umlauts of Windows, empty cells for people without an e-mail', async () => {
  const sheet = [
    'Personal Hotel Adler;;;;;',
    'Nachname;Vorname;E-Mail;Abteilung;Rolle;Personalnummer',
    'Müller;Jörg;joerg.mueller@hotel.example;Housekeeping;Manager;00017',
    '"von Groß; geb. Weiß";Änne;;Housekeeping;;00018',
    'Öztürk;Übel-Maria;OEZTUERK@HOTEL.EXAMPLE ;maintenance;Mitglied;',
    ';;;;;',
    "O'Neill;Seán;sean@hotel.example;Operations;;19",
  ].join('\r\n')
  const { lines, faulty, missing } = await previewed(new Uint8Array(Buffer.from(sheet, 'latin1')), 'de')
  expect(lines.flatMap((line: { faults: string[] }) => line.faults)).toEqual([])
  expect({ faulty, missing }).toEqual({ faulty: 0, missing: [] })
  const read = lines.map((line: Record<string, unknown>) => [line.firstName, line.lastName, line.role, line.faults])
  expect(read).toEqual([
    ['Jörg', 'Müller', 'manager', []],
    ['Änne', 'von Groß; geb. Weiß', 'user', []],
    ['Übel-Maria', 'Öztürk', 'user', []],
    ['Seán', "O'Neill", 'user', []],
  ])
  expect(lines[0].personnelNumber).toBe('00017')
  expect(lines[1]).toMatchObject({ email: '', username: expect.stringMatching(/./) })
})

test('a Spanish CSV file: two surnames, a name in one column, UTF-8 without a mark', async () => {
  const sheet = [
    'Nombre,Apellidos,Correo electrónico,Departamento,Idioma',
    'María José,"Núñez de la Peña",mj.nunez@hotel.example,Housekeeping,español',
    'Íñigo,Ibáñez Güell,inigo@hotel.example,Maintenance,es',
    'Lucía,"Martín, hija",lucia@hotel.example,Operations,',
  ].join('\n')
  const { lines, faulty, missing } = await previewed(new Uint8Array(Buffer.from(sheet)), 'es')
  expect(lines.flatMap((line: { faults: string[] }) => line.faults)).toEqual([])
  expect({ faulty, missing }).toEqual({ faulty: 0, missing: [] })
  const read = lines.map((line: Record<string, unknown>) => [line.firstName, line.lastName, line.language, line.faults])
  expect(read).toEqual([
    ['María José', 'Núñez de la Peña', 'es', []],
    ['Íñigo', 'Ibáñez Güell', 'es', []],
    ['Lucía', 'Martín, hija', null, []],
  ])
})

test('rows in Arabic that were pasted, with marks of direction and people without an e-mail', async () => {
  const departments = new Map(
    [
      ['خدمة الغرف', '1'],
      ['الصيانة', '2'],
    ].map(([name = '', id = '']) => [fold(name), id]),
  )
  const known = {
    departments,
    roles: new Map([...roles.map((role) => [fold(role), role] as const), [fold('مدير'), 'manager']]),
  }
  const pasted = [
    'الاسم\tاسم العائلة\tالبريد الإلكتروني\tالقسم\tالدور',
    'ليلى\tحدّاد\t\u200elayla@hotel.example\u200f\tخدمة الغرف\tمدير',
    'عبد الرحمن\tآل سعيد\t\tالصيانة\t',
    '\u200fنور\u200f\tالهدى\tnour@hotel.example\tالصيانة\t',
  ].join('\r\n')
  const people = pastedPeople(pasted, known)
  expect(people).toEqual([
    { firstName: 'ليلى', lastName: 'حدّاد', email: 'layla@hotel.example', departmentId: '1', role: 'manager' },
    { firstName: 'عبد الرحمن', lastName: 'آل سعيد', departmentId: '2' },
    { firstName: 'نور', lastName: 'الهدى', email: 'nour@hotel.example', departmentId: '2' },
  ])
  const created = await (await muster.as('adam')).call(usersApi.createMany, {
    body: {
      people: people.map(({ departmentId: _, ...person }) => ({
        ...{ role: 'user' as const, ...person },
        departmentId: muster.fixtures.departments.Housekeeping,
      })) as never,
    },
  })
  expect(JSON.stringify(created)).toContain('آل سعيد')
})
