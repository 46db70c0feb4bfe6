import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../src/server/base/project-root.ts'
import { api } from '../src/shared/api.ts'
import type { Endpoint } from '../src/shared/endpoint.ts'

/** Patterns that the sources have in few places, or nowhere. `docs/asvs.md` names these tests. */

const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(join(projectRoot, 'src', path), 'utf8')] as const)

/** The files below these folders in which the pattern occurs, without their comments. */
const filesWith = (pattern: RegExp, below: RegExp = /^/) =>
  sources
    .filter(([path, text]) => below.test(path) && pattern.test(text.replace(/^\s*(\/\/|\/?\*).*$/gm, '')))
    .map(([path]) => path)

const SERVER = /^(server|shared)\//
const WEB = /^web\//

describe('nowhere', () => {
  test.each<[what: string, pattern: RegExp, below: RegExp]>([
    ['is text run as a program', /\beval\(|\bnew Function\(|\bsetTimeout\(\s*['"`]|\bimport\((?!['"\s])/, /^/],
    ['is text shown as HTML', /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySet|srcdoc/i, WEB],
    ['is a program started by a line of text', /\bexec(Sync|File|FileSync)?\(['"`]|shell: true/, SERVER],
    ['is a text formatted by a pattern', /\butil\.format|\bformatWithOptions/, SERVER],
    [
      'does a server parse XML',
      /from '[^']*(xml|sax|cheerio|jsdom|DOMParser)[^']*'/i,
      /^server\/(?!adapters\/workers)/,
    ],
    ['does a reply allow other origins', /access-control-/i, SERVER],
    ['is a weak hash or cipher named', /['"](md[45]|rc4|des-|aes-?\d+-(ecb|cbc))/i, /^/],
    [
      'is a person asked a secret question, or for a new password after a time',
      /(secret|security)Question|passwordHint|password(Age|Expires|MaxAge)/i,
      /^/,
    ],
    ['is a stranger’s script, style or picture named', /(src|href)="https?:/, WEB],
  ])('%s', (_, pattern, below) => {
    expect(filesWith(pattern, below)).toEqual([])
  })
})

describe('in these files alone', () => {
  test.each<[what: string, pattern: RegExp, below: RegExp, files: string[]]>([
    [
      'are programs started, with arguments as a list',
      /from 'node:child_process'/,
      SERVER,
      [
        'server/adapters/pdf.ts',
        ...['account', 'binaries', 'lock', 'process'].map((name) => `server/db/embedded/${name}.ts`),
        ...['server/scheduled/backup.ts', 'server/start/first-start.ts'],
      ],
    ],
    [
      'are other machines connected to, besides databases',
      /^import (https?|\{ (?!type)[^}]*[rR]equest\b[^}]*\}) from 'node:https?'|\bfetch\(|'(nodemailer|openid-client|web-push|age-encryption.*http)'|exporter-/m,
      /^server\/(?!commands)/,
      [
        ...['mail', 'outgoing', 'provider', 'push', 's3-client', 'telemetry-sender'].map(
          (name) => `server/adapters/${name}.ts`,
        ),
        // Their addresses come from the settings.
        ...['outside', 'public-url'].map((name) => `server/doctor/${name}.ts`),
      ],
    ],
    [
      'is a token of the provider held',
      /\.(access_token|refresh_token|id_token)\b/,
      /^/,
      ['server/adapters/provider.ts'],
    ],
    [
      'is a browser sent elsewhere',
      /\.redirect\(/,
      SERVER,
      ['server/http/openapi/document.ts', 'server/http/session/single-sign-on.ts'],
    ],
    ['are cookies set', /\breply\.(setCookie|clearCookie)\(/, SERVER, ['server/http/session/session.ts']],
    [
      'are files sent from a folder',
      /@fastify\/static|sendFile\(|listing|list: /,
      /^server\/http\//,
      ['server/http/pages.ts'],
    ],
    ['is SHA-1 used', /['"]sha1['"]/, SERVER, ['server/base/totp.ts', 'server/db/connect/connect.ts']],
    ['is the standard output written to', /\bconsole\.|process\.stdout/, /^server\/(?!commands)/, ['server/main.ts']],
    [
      'is chance taken that others can guess, for pauses and for nothing else',
      /Math\.random/,
      SERVER,
      [
        ...['adapters/s3-client', 'core/jobs/job-runner', 'core/notify/push', 'features/webhooks/send'],
        ...['http/session/reader', 'http/live/staggered-reads'],
      ].map((name) => `server/${name}.ts`),
    ],
    [
      'does a page open an address that is not its own',
      /window\.open\(|location\.(assign|replace)\(|location\.href\s*=[^=]/,
      WEB,
      ['web/auth/invitation-card.tsx', 'web/profile/security/provider.tsx', 'web/ui/opening-link.tsx'],
    ],
    [
      'is a pattern made of what people typed, after its signs are escaped',
      /new RegExp\(.*\$\{.*\.join\(/,
      WEB,
      ['web/task/comments/comment-text.tsx', 'web/tasks/quick-add/use-quick-add.ts'],
    ],
    [
      'is the storage of a browser used, from which signing out removes what is personal',
      /\b(local|session)Storage[.)]|globalThis\[|\bindexedDB\b/,
      WEB,
      ['web/offline/queued-writes.ts', 'web/offline/stored-photos.ts', 'web/store.ts'],
    ],
    [
      'does a page hear messages, from its own worker',
      /addEventListener\('message'/,
      WEB,
      ['web/notifications/on-device.ts'],
    ],
  ])('%s', (_, pattern, below, files) => {
    expect(filesWith(pattern, below).sort()).toEqual([...files].sort())
  })
})

test('each field for a password hides what is typed, and lets password managers fill it in', () => {
  const inputs = sources
    .filter(([path]) => WEB.test(path) && !path.endsWith('ui/secret-input.tsx'))
    .flatMap(([path, text]) =>
      [...text.matchAll(/(?:<SecretInput\s|type=(?:"password"|\{[^}]*'password'\}))[^>]*/g)].map(([field]) => [
        path,
        field,
      ]),
    )
  expect(inputs.length).toBeGreaterThanOrEqual(10)
  expect(inputs.filter(([, field]) => !/autoComplete=/.test(field ?? ''))).toEqual([])
  expect(filesWith(/(?:<SecretInput\s|type="password")[^>]*onPaste/, WEB)).toEqual([])
})

test('no call that reads says that it changes something', () => {
  const all = Object.values(api).flatMap((endpoints) => Object.values(endpoints) as Endpoint[])
  const reads = all.filter(({ method }) => method === 'GET')
  expect(reads.length).toBeGreaterThan(30)
  expect(reads.filter((each) => 'changes' in each || 'body' in each || 'limit' in each)).toEqual([])
})

test('the live connection is encrypted wherever the page is', () => {
  expect(filesWith(/new WebSocket\(/, WEB)).toEqual(['web/live/live.ts'])
  expect(filesWith(/\$\{location\.protocol === 'https:' \? 'wss' : 'ws'\}:\/\/\$\{location\.host\}/, WEB)).toEqual([
    'web/live/live.ts',
  ])
})

test('few names are exported by two files', () => {
  const files = new Map<string, string[]>()
  for (const [path, text] of sources)
    for (const [, name = ''] of text.matchAll(
      /^export (?:async )?(?:const|let|function\*?|class|interface|type) ([\w$]+)/gm,
    ))
      files.set(name, [...new Set([...(files.get(name) ?? []), path])])
  const twice = [...files]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`)
  expect(twice.length, twice.join('\n')).toBeLessThan(20)
})

/** The words instead of them are in the glossary. Names that are stored or sent stay, as do names of other people. */
const coined =
  'ring|rings|told|held|ledger|proof|proofs|program|programs|deed|sight|living|facet|facets|floor|spread|news'

test('exported names use the words of the glossary', () => {
  const pattern = new RegExp(`^(?:${coined})$`, 'i')
  const found = sources.flatMap(([path, text]) =>
    [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class|interface|type) ([\w$]+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => name.split(/(?=[A-Z])|_/).some((word) => pattern.test(word)))
      .map((name) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
})
