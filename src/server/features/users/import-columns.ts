import { columnLabels } from '../../../shared/import-columns.ts'
import type { ImportColumn, ImportPreview } from '../../../shared/import-people.ts'
import { importColumns, MAX_COLUMNS } from '../../../shared/import-people.ts'
import { bareName } from '../../../shared/words/fold.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { seenLine } from '../../../shared/words/seen-text.ts'

/** Finds out the meaning of each column of a file. */

/**
 * Headings in the ten languages, as spreadsheets and payroll programs have them: en, de, es, fr, it, pt, pl, uk, tr,
 * ar. Case, accents, spaces and signs do not matter.
 */
const headings: Record<ImportColumn, readonly string[]> = {
  firstName: [
    ...['first name', 'first', 'given name', 'forename', 'Vorname', 'Rufname', 'nombre', 'nombre de pila', 'prénom'],
    ...['nome', 'primeiro nome', 'nome próprio', 'imię', 'ім’я', "ім'я", 'ad', 'adı', 'isim', 'الاسم الأول'],
  ],
  lastName: [
    ...['last name', 'last', 'surname', 'family name', 'Nachname', 'Familienname', 'Zuname', 'apellido', 'apellidos'],
    ...['nom', 'nom de famille', 'cognome', 'apelido', 'sobrenome', 'último nome', 'nazwisko', 'прізвище'],
    ...['soyad', 'soyadı', 'اسم العائلة', 'الاسم الأخير', 'اللقب'],
  ],
  name: [
    ...[
      'name',
      'full name',
      'person',
      'employee',
      'employee name',
      'Mitarbeiter',
      'Mitarbeitername',
      'Vor- und Nachname',
    ],
    ...[
      'Vorname Nachname',
      'nombre completo',
      'nombre y apellidos',
      'empleado',
      'nom complet',
      'nom et prénom',
      'prénom et nom',
    ],
    ...['employé', 'nome completo', 'nome e cognome', 'nominativo', 'dipendente', 'colaborador', 'imię i nazwisko'],
    ...['pracownik', 'піб', 'повне ім’я', 'ім’я та прізвище', 'співробітник', 'ad soyad', 'adı soyadı', 'çalışan'],
    ...['الاسم', 'الاسم الكامل', 'الموظف'],
  ],
  email: [
    ...[
      'email',
      'e-mail',
      'mail',
      'email address',
      'mail address',
      'E-Mail-Adresse',
      'Mailadresse',
      'correo',
      'correo electrónico',
    ],
    ...['courriel', 'adresse e-mail', 'adresse mail', 'posta elettronica', 'indirizzo e-mail', 'correio eletrónico'],
    ...['endereço de e-mail', 'adres e-mail', 'poczta', 'пошта', 'електронна пошта', 'ел. пошта', 'імейл'],
    ...['e-posta', 'e-posta adresi', 'eposta', 'البريد الإلكتروني', 'البريد', 'الإيميل'],
  ],
  username: [
    ...['user name', 'user', 'login', 'login name', 'Benutzername', 'Benutzer', 'Anmeldename', 'usuario'],
    ...['nombre de usuario', 'nom d’utilisateur', 'utilisateur', 'identifiant', 'nome utente', 'utente'],
    ...['nome de utilizador', 'utilizador', 'nome de usuário', 'usuário', 'nazwa użytkownika', 'użytkownik'],
    ...['ім’я користувача', 'користувач', 'логін', 'kullanıcı adı', 'kullanıcı', 'اسم المستخدم', 'المستخدم'],
  ],
  department: [
    ...[
      'department',
      'department name',
      'dept',
      'team',
      'division',
      'Abteilung',
      'Bereich',
      'departamento',
      'área',
      'sección',
    ],
    ...[
      'service',
      'département',
      'équipe',
      'reparto',
      'dipartimento',
      'settore',
      'setor',
      'equipa',
      'dział',
      'oddział',
      'zespół',
    ],
    ...['відділ', 'підрозділ', 'команда', 'departman', 'bölüm', 'birim', 'القسم', 'الإدارة', 'الفريق'],
  ],
  role: [
    ...['role', 'access', 'Rolle', 'rol', 'rôle', 'ruolo', 'função', 'papel', 'rola', 'роль', 'الدور'],
    ...['access role', 'user role'],
  ],
  language: [...['language', 'lang', 'Sprache', 'idioma', 'langue', 'lingua', 'język', 'мова', 'dil', 'اللغة']],
  personnelNumber: [
    ...[
      'personnel number',
      'personnel no',
      'employee number',
      'employee no',
      'employee id',
      'staff number',
      'payroll number',
    ],
    ...['Personalnummer', 'Personalnr', 'Pers.-Nr.', 'PersNr', 'Mitarbeiternummer', 'número de personal'],
    ...['número de empleado', 'matricule', 'numéro de matricule', 'matricola', 'numero di matricola'],
    ...['número de funcionário', 'número mecanográfico', 'matrícula', 'numer pracownika', 'numer kadrowy'],
    ...['табельний номер', 'personel numarası', 'sicil no', 'sicil numarası', 'الرقم الوظيفي', 'رقم الموظف'],
  ],
  password: [
    ...[
      'password',
      'Passwort',
      'Kennwort',
      'contraseña',
      'clave',
      'mot de passe',
      'parola d’ordine',
      'palavra-passe',
      'senha',
    ],
    ...['hasło', 'пароль', 'şifre', 'parola', 'كلمة المرور', 'كلمة السر'],
  ],
}

/**
 * The index of the row that names the columns, among the first rows: the first with the most known headings, if it has
 * two at least, else the first row. Files begin with the name of the hotel, a date, or a remark.
 */
export function headingRow(rows: readonly (readonly string[])[], reader: Reader): number {
  const counts = rows.map((cells) => {
    const assigned = assignColumns(cells.slice(0, MAX_COLUMNS).map(seenLine), {}, reader)
    return Object.values(assigned).filter((index) => index !== null).length
  })
  const most = Math.max(0, ...counts)
  return most < 2 ? 0 : counts.indexOf(most)
}

const known = new Map(importColumns.map((column) => [column, new Set(headings[column].map(bareName))]))

/** A heading as it stands, and the parts of one in two languages: "Abteilung / Department", "Department (team)". */
const namesIn = (heading: string) =>
  [heading, ...heading.split(/[/|()[\]]/)].map(bareName).filter((name) => name !== '')

type Assigned = ImportPreview['assigned']

/**
 * Assigns the file's columns to ours. A person's choice is taken as it is; everything else is found by the headings.
 *
 * @param chosen the index of a column from 0, or null for none
 */
export function assignColumns(head: readonly string[], chosen: Partial<Assigned>, reader: Reader): Assigned {
  const names = head.map(namesIn)
  const taken = new Set(Object.values(chosen).filter((index) => typeof index === 'number'))
  const found = (column: ImportColumn) => {
    const labels = [columnLabels[column].id, reader.i18n.t(columnLabels[column])].map(bareName)
    const index = names.findIndex(
      (list, at) => !taken.has(at) && list.some((name) => labels.includes(name) || known.get(column)?.has(name)),
    )
    if (index === -1) return null
    taken.add(index)
    return index
  }
  const assigned = {} as Assigned
  for (const column of importColumns) {
    const choice = chosen[column]
    assigned[column] = choice === undefined ? found(column) : choice !== null && choice < head.length ? choice : null
  }
  return isSplit(assigned) && chosen.name === undefined ? { ...assigned, name: null } : withNameInOne(assigned, chosen)
}

const isSplit = ({ firstName, lastName }: Assigned) => firstName !== null && lastName !== null

/**
 * "Name" beside "Vorname" means the last name in some languages, and both names alone. Only one of the two names with a
 * column for the whole name: the rest of the whole name is the other one.
 */
function withNameInOne(assigned: Assigned, chosen: Partial<Assigned>): Assigned {
  if (assigned.name === null || chosen.name !== undefined) return assigned
  const { firstName, lastName, name } = assigned
  if (firstName !== null && chosen.lastName === undefined) return { ...assigned, lastName: name, name: null }
  if (lastName !== null && chosen.firstName === undefined) return { ...assigned, firstName: name, name: null }
  return assigned
}

/**
 * Required columns that the file lacks: both names or the whole one, the e-mail address, the department. A file may do
 * without e-mail addresses if somebody says so, or if it has user names.
 */
export function missingColumns(assigned: Assigned, chosen: Partial<Assigned>): ImportColumn[] {
  const names = assigned.name === null ? (['firstName', 'lastName'] as const) : []
  const isWithoutEmail = chosen.email === null || typeof assigned.username === 'number'
  const emails = isWithoutEmail ? [] : (['email'] as const)
  return [...names, ...emails, 'department' as const].filter((column) => assigned[column] === null)
}

/** First and last name of one name: last is the last word of "Ada King Lovelace", or the part before a comma. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().replace(/\s+/g, ' ')
  const comma = words.indexOf(',')
  if (comma !== -1) return { firstName: words.slice(comma + 1).trim(), lastName: words.slice(0, comma).trim() }
  const last = words.lastIndexOf(' ')
  return last === -1
    ? { firstName: words, lastName: '' }
    : { firstName: words.slice(0, last), lastName: words.slice(last + 1) }
}
