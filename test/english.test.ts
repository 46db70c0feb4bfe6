import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../src/server/base/project-root.ts'

/** Comments and documents are in plain English, as CONTRIBUTING.md says: many readers learnt it second. */

const MAX_LINE = 120
/** Ends of sentences, before which a clause may begin. */
const START = '(?:^|[.!?:;] )'
/** The rest of a sentence that is no question. */
const NO_QUESTION = String.raw`\b(?!(?:[^.?!]|\.(?! ))*\?)`

/** What to write instead of each construction. */
const rules: [name: string, pattern: RegExp, instead: string][] = [
  ['whoever, whomever, whom', /\bwho(ever|mever|m)\b/i, 'name the person: "the person who", "people"'],
  ['of which', /\bof which\b/i, 'two sentences, or "whose"'],
  ['that of, those of', /\b(that|those) of\b/i, 'repeat the noun, or use its genitive: "the server’s"'],
  ['from here on', /\bfrom here on\b/i, 'say since when: "after this"'],
  ['a clause with who, but without a noun', RegExp(`${START}(?:Who|Whose)${NO_QUESTION}`), 'begin with the noun'],
  [
    'a clause with who after a preposition',
    /\b(for|by|to|from|with|than|as|at|before|after|unless|until|because|but) who\b/i,
    'put the noun before it: "for people who"',
  ],
  [
    'a clause with what after a preposition',
    /\b(for|by|to|from|with|than|as|at|before|after|of|in|on|about|into) what\b(?![^.?!]*\?)/i,
    'put the noun before it: "of the text that"',
  ],
  [
    'a clause with what or which, but without a noun',
    RegExp(`${START}(?:What|Whatever|Which)${NO_QUESTION}`),
    'begin with the noun: "The text that was typed"',
  ],
]

interface Text {
  /** The path and the line. */
  place: string
  words: string
}

const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path).replaceAll('\\', '/'))
    .filter((path) => pattern.test(path))

const linesOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8').split('\n')

/** The words of a line that is a comment, or ends with one; undefined for others. */
function commentIn(line: string, isInBlock: boolean, isStyle: boolean): { words: string; goesOn: boolean } | undefined {
  if (isInBlock) {
    const [words = '', end] = line.split('*/')
    return { words: words.replace(/^\s*\*\s?/, ''), goesOn: end === undefined }
  }
  const slashes = isStyle ? null : /(?:^|\s)\/\/ (.*)$/.exec(line)
  if (slashes && !/\/\*/.test(line)) return { words: slashes[1] ?? '', goesOn: false }
  const block = /(?:^|[\s{])\/\*+(?!\/)(?:\s|$)(.*)$/.exec(line)
  if (!block) return undefined
  const [words = '', end] = (block[1] ?? '').split('*/')
  return { words, goesOn: end === undefined }
}

/** The paragraphs of the comments in a source. Lines of `//` in a row are one comment. */
function commentsOf(path: string): Text[] {
  const found: (Text & { end: number })[] = []
  let isInBlock = false
  for (const [at, line] of linesOf(path).entries()) {
    const wasInBlock = isInBlock
    const comment = commentIn(line, isInBlock, path.endsWith('.css'))
    isInBlock = comment?.goesOn ?? false
    const words = comment?.words.trim() ?? ''
    if (words === '' || /^(biome-ignore|@ts-|untranslated)/.test(words)) continue
    const last = found.at(-1)
    const goesOn = last?.end === at && !words.startsWith('@') && (wasInBlock || /^\s*\/\//.test(line))
    if (last && goesOn) Object.assign(last, { words: `${last.words} ${words}`, end: at + 1 })
    else found.push({ place: `${path}:${at + 1}`, words, end: at + 1 })
  }
  return found
}

/** The paragraphs, items and cells of a document, without headings, code, quotations and measured figures. */
function proseOf(path: string): Text[] {
  const found: Text[] = []
  let isCode = false
  let isMeasured = false
  let isOpen = false
  const lines = linesOf(path)
  for (const [at, line] of lines.entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode
    if (/^<!-- measured: /.test(line)) isMeasured = !isMeasured
    const isHead = /^#/.test(line) || /^\|[\s:|-]+$/.test(lines[at + 1] ?? '')
    if (isCode || isMeasured || isHead || /^\s*(```.*)?$/.test(line)) {
      isOpen = false
      continue
    }
    const words = line.replace(/`[^`]*`|"[^"]*"/g, '…').trim()
    const place = `${path}:${at + 1}`
    const last = found.at(-1)
    if (line.startsWith('|')) found.push(...words.split('|').map((cell) => ({ place, words: cell.trim() })))
    else if (last && isOpen && !/^([-*◆]|\d+\.) /.test(words)) last.words += ` ${words}`
    else found.push({ place, words: words.replace(/^([-*◆]|\d+\.) /, '') })
    isOpen = !line.startsWith('|')
  }
  return found
}

const sources = [
  ...['src', 'test', 'e2e', 'bench', 'scripts'].flatMap((folder) => filesIn(folder, /\.(tsx?|mjs|js|css)$/)),
  ...readdirSync(projectRoot).filter((name) => /\.config\.ts$/.test(name)),
]
const documents = [
  ...filesIn('docs', /\.md$/),
  ...['README', 'ARCHITECTURE', 'CONTRIBUTING', 'SECURITY'].map((name) => `${name}.md`),
]
const own = 'test/english.test.ts'
const texts = [
  ...sources.filter((path) => path !== own).flatMap(commentsOf),
  ...documents.flatMap(proseOf).map(({ place, words }) => ({ place, words: words.replace(/\*\*/g, '') })),
]

describe('comments and documents do not have', () => {
  test.each(rules)('%s', (_, pattern, instead) => {
    const found = texts.filter(({ words }) => pattern.test(words))
    expect(found.map(({ place, words }) => `${place}: ${words.slice(0, 200)} → ${instead}`)).toEqual([])
  })
})

test('a line with a comment has at most 120 characters', () => {
  const long = sources.flatMap((path) =>
    linesOf(path).flatMap((line, at) =>
      line.length > MAX_LINE && /^\s*(\/\/|\/?\*|\{\/\*)|\s\/\/ /.test(line) && !/https?:\/\/\S{40}/.test(line)
        ? [`${path}:${at + 1}`]
        : [],
    ),
  )
  expect(long).toEqual([])
})

describe('the rule finds', () => {
  const has = (words: string) => rules.some(([, pattern]) => pattern.test(words))

  test.each([
    'Whom the permissions of an item ask about.',
    'The first rule of which the person is.',
    'Nothing is read for who has broken off.',
    'Its lock is that of the row.',
    'It is closed. Who has it loses it.',
    'What is sent by them is dropped.',
    'From here on only its bytes count.',
  ])('%s', (words) => expect(has(words)).toBe(true))

  test.each([
    'A person who has it loses it.',
    'Who may read it?',
    'It says who may read it, and what they see.',
    'The file in which it stands, and the person whose it is.',
  ])('but not: %s', (words) => expect(has(words)).toBe(false))
})

/** Files of the examples in CONTRIBUTING.md and `docs/tests.md`, which a reader is to write. */
const EXAMPLES =
  /\/(copy|similar|now)(\.test)?\.ts$|web\/(rooms|today\/routines)|(rooms|name)\.spec\.ts$|\bnl\.(po|ts)$/

test('documents name only files that exist', () => {
  const folders = ['src', 'test', 'e2e', 'bench', 'scripts', 'migrations', 'locales', 'deploy', '.github']
  const names = [...folders.flatMap((folder) => filesIn(folder, /./)), ...readdirSync(projectRoot)]
  const exists = (path: string) => names.some((name) => `/${name}`.endsWith(`/${path.replace(/^(\.\.?\/)+/, '')}`))
  const named = documents.flatMap((document) =>
    [
      ...linesOf(document)
        .join('\n')
        .matchAll(/[`'(]([\w./-]+\.(?:tsx?|mjs|po|sql|sh))(?=[`')])/g),
    ].map(([, path = '']) => ({ document, path })),
  )
  expect(named.length).toBeGreaterThan(500)
  expect(named.filter(({ path }) => !EXAMPLES.test(path) && !exists(path))).toEqual([])
})
