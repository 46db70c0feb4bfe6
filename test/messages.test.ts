import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueText, locales, readCatalogue } from '../scripts/messages/catalogues.mjs'
import { numbersIn, numbersWithoutPlural } from '../scripts/messages/plurals.mjs'
import { projectRoot } from '../src/server/base/project-root.ts'

test('the catalogues are as `npm run messages` writes them, and do not say where a text stands', async () => {
  const texts = Object.keys(await readCatalogue('en'))
  for (const locale of locales) {
    const written = readFileSync(join(projectRoot, `locales/${locale}.po`), 'utf8')
    expect(written === (await catalogueText(locale, texts)), `${locale}.po is unchanged`).toBe(true)
    expect(written).not.toMatch(/^#/m)
  }
})

test.each([
  ['At most {max} days', ['max']],
  ['{max, plural, one {At most # day} other {At most # days}}', []],
  ['<0>{done, number}</0> of {total, number} done', ['total']],
  ['{count}+ new entries', ['count']],
  ['{done} of {total}', []],
  ['{hours} h {minutes} min ago', []],
  ['Filters ({count})', []],
  ['{total, plural, one {{done} of # task, {count} late} other {{done} of # tasks, {count} late}}', ['count']],
  ['{name} has it', []],
])('a number before a word needs the forms of the word: %s', (text, found) => {
  const numbers = new Set(['max', 'done', 'total', 'count', 'hours', 'minutes'])
  expect(numbersWithoutPlural(text, numbers)).toEqual(found)
})

test('a name that counts in one text is a number in all', () => {
  expect([...numbersIn(['{count, plural, one {# task} other {# tasks}} of {name}', '{done, number} of all'])]).toEqual([
    'count',
    'done',
  ])
})

test('every text that counts has plural forms', async () => {
  const texts = Object.keys(await readCatalogue('en'))
  const numbers = numbersIn(texts)
  expect(texts.filter((text) => numbersWithoutPlural(text, numbers).length > 0)).toEqual([])
})

describe('the commands, on a project of one source and a few texts:', () => {
  /** Each test has a copy of the first one: to run the commands takes longer. */
  const original = mkdtempSync(join(tmpdir(), 'muster-messages-'))
  let project = original
  beforeAll(() => {
    cpSync(join(projectRoot, 'scripts'), join(project, 'scripts'), { recursive: true })
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(projectRoot, name), join(project, name))
    symlinkSync(join(projectRoot, 'node_modules'), join(project, 'node_modules'), 'junction')
    for (const name of ['src/shared', 'locales']) mkdirSync(join(project, name), { recursive: true })
    source("msg('Save')")
    run('messages.mjs')
    for (const locale of locales) translate(locale, 'Save', `${locale}: Save`)
  })
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'muster-messages-'))
    cpSync(original, project, { recursive: true, verbatimSymlinks: true })
  })
  afterEach(() => rmSync(project, { recursive: true, force: true }))
  afterAll(() => rmSync(original, { recursive: true, force: true }))

  const source = (code: string) => writeFileSync(join(project, 'src/shared/words.ts'), `${code}\n`)

  function run(script: string, ...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, 'scripts', script), ...args], {
      cwd: project,
      encoding: 'utf8',
    })
    return { code: status, output: stdout + stderr }
  }

  const catalogue = (locale: string) => readFileSync(join(project, `locales/${locale}.po`), 'utf8')

  function translate(locale: string, text: string, translation: string) {
    if (locale === 'en') return
    const translated = catalogue(locale).replace(
      `msgid "${text}"\nmsgstr ""`,
      `msgid "${text}"\nmsgstr "${translation}"`,
    )
    writeFileSync(join(project, `locales/${locale}.po`), translated)
  }

  const compiled = (locale: string) => JSON.parse(readFileSync(join(project, `dist/locales/${locale}.json`), 'utf8'))

  test('a new text needs English only: it is marked untranslated, shows English, is listed, and stops a release', () => {
    expect(run('messages.mjs', 'check', '--complete')).toEqual({ code: 0, output: '' })

    source("msg('Save')\nmsg('Print the plan')")
    const forgotten = run('messages.mjs', 'check')
    expect(forgotten.code).toBe(1)
    expect(forgotten.output).toContain('locales/de.po lacks “Print the plan”: run npm run messages')

    expect(run('messages.mjs')).toMatchObject({ code: 0 })
    expect(catalogue('de')).toContain('msgid "Print the plan"\nmsgstr ""')
    expect(catalogue('de')).toContain('msgid "Save"\nmsgstr "de: Save"')
    expect(compiled('de')).toEqual({ Save: 'de: Save', 'Print the plan': 'Print the plan' })

    expect(run('messages.mjs', 'check')).toEqual({ code: 0, output: '' })
    const missing = run('messages.mjs', 'missing')
    expect(missing.code).toBe(0)
    expect(missing.output.match(/“Print the plan”/g)).toHaveLength(locales.length - 1)
    expect(missing.output).toContain('locales/de.po: 1 of 2 texts is not translated')

    const complete = run('messages.mjs', 'check', '--complete')
    expect(complete.code).toBe(1)
    expect(complete.output).toContain('locales/de.po “Print the plan” is not translated')

    for (const locale of locales) translate(locale, 'Print the plan', `${locale}: Print`)
    expect(run('messages.mjs', 'check', '--complete')).toEqual({ code: 0, output: '' })
    expect(run('messages.mjs', 'missing').output).toBe('Every text is translated.\n')
  })

  test('`npm run messages` changes no catalogue when code moves, and none when nothing changes', () => {
    const files = () =>
      readdirSync(join(project, 'locales')).map((name) => readFileSync(join(project, 'locales', name)))
    const before = files()
    run('messages.mjs')
    expect(files()).toEqual(before)
    rmSync(join(project, 'src/shared/words.ts'))
    mkdirSync(join(project, 'src/web/words'), { recursive: true })
    writeFileSync(join(project, 'src/web/words/other.ts'), "// Moved.\nmsg('Save')\n")
    run('messages.mjs')
    expect(files()).toEqual(before)
  })

  test('a translation that is there must be right, whether the rest is translated or not', () => {
    source("msg('Save')\nmsg('Ask {name}')")
    run('messages.mjs')
    translate('de', 'Ask {name}', '{person} fragen')
    const { code, output } = run('messages.mjs', 'check')
    expect(code).toBe(1)
    expect(output).toContain('locales/de.po “Ask {name}” has other values in "{person} fragen"')
  })

  test('a new text that counts without plural forms fails the check', () => {
    const check = (code: string) => {
      source(code)
      run('messages.mjs')
      return run('messages.mjs', 'check')
    }
    expect(check("msg('{count, plural, one {# room} other {# rooms}}', { count })").code).toBe(0)
    // The name is known from another text, or the value is seen to be a number.
    const faulty = [
      "msg('{count, number}', { count }), msg('At most {count} rooms', { count })",
      "msg('At most {five} beds', { five: 5 })",
      "msg('At most {most} beds', { most: MAX_ROOMS })",
      "msg('At most {rooms} beds', { rooms: rooms.length })",
      "msg('At most {left} beds', { left: total - 1 })",
    ]
    const { code: status, output } = check(faulty.join('\n'))
    expect(status).toBe(1)
    for (const name of ['count', 'five', 'most', 'rooms', 'left'])
      expect(output).toMatch(new RegExp(`“At most \\{${name}\\} \\w+” counts without plural forms: \\{${name}\\}`))
  })

  test('a release needs every text translated', () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@muster.example', ...args], {
        cwd: project,
        encoding: 'utf8',
      })
    source("msg('Save')\nmsg('Print the plan')")
    run('messages.mjs')
    writeFileSync(join(project, '.gitignore'), 'node_modules\ndist\n')
    writeFileSync(join(project, 'CHANGELOG.md'), '## 9.9.9 — 2030-01-01\n')
    git('init', '--quiet')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Begin')
    const { code, output } = run('release.mjs', '9.9.9')
    expect(code).toBe(1)
    expect(output).toContain('“Print the plan” is not translated')
    expect(output).toContain('Translate what npm run messages -- missing lists')
    expect(git('tag', '--list')).toBe('')
    expect(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).version).not.toBe('9.9.9')
  })
})
