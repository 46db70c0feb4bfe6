import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Checks that the screens mirror where lines run from right to left: no file names a left or a right side. */

const root = resolve(import.meta.dirname, '../src/web')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(tsx?|css|html|svg|js)$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)

/** Utilities of Tailwind, and their replacements. */
const UTILITIES = [
  /(?:scroll-)?[mp][lr]-[^\s"'`]+/, // ms, me, ps, pe
  /(?:left|right)-(?:\d|\[|\(|auto|full|px)[^\s"'`]*/, // inset-s, inset-e
  /rounded-(?:[lr]|[tb][lr])(?![a-z])[^\s"'`]*/, // rounded-s, -e, -ss, -se, -es, -ee
  /border-[lr](?![a-z])[^\s"'`]*/, // border-s, border-e
  /(?:text|float|clear)-(?:left|right)(?![a-z])/, // text-start, text-end
  /origin-[a-z-]*(?:left|right)/, // origin-start
  /(?:bg-linear|bg-gradient|mask-linear)-to-[tb]?[lr](?![a-z])/, // bg-linear-[calc(90deg*var(--dir))]
  /(?:bg|object|mask)-(?:left|right)(?![a-z])[^\s"'`]*/,
  /translate-x-(?![^\s"'`]*--dir)[^\s"'`]+/, // translate-x-[calc(1rem*var(--dir))]
  /(?:skew|space|divide)-x-reverse/,
].map((utility) => new RegExp(`(?<=[\\s"'\`:!-])-?${utility.source}`, 'g'))

/** Properties and values of CSS, also in `style` and in arbitrary values. */
const DECLARATIONS = [
  /\b(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/g,
  /\b(?:margin|padding|border|scrollMargin|scrollPadding)(?:Left|Right)\b/g,
  /(?<=^|[\s;{])(?:left|right):(?=[^;\n]*;)/gm,
  /style=\{\{[^}]*\b(?:left|right):/g,
  /\bstyle\.(?:left|right)\b|\bscrollLeft\b/g,
  /\b(?:text-align|float|clear|textAlign): *'?(?:left|right)/g,
  /gradient\(to[ _](?:(?:top|bottom)[ _])?(?:left|right)\b/g,
  /\btranslateX\((?![^)]*--dir)/g,
]

/** [file, allowed match, reason] */
const EXCEPTIONS: [path: string | RegExp, found: RegExp, reason: string][] = [
  [/./, /^left-1\/2|-translate-x-1\/2$/, 'the middle is the same from both sides'],
  ['ui/tooltip.tsx', /^left-0$|style\.left/, 'is placed where its control was measured'],
  ['components/choice/popup.ts', /style\.left/, 'is placed where its control was measured'],
  ['sops/pdf-viewer/pdf-viewer.css', /^left:$/, 'pages of a PDF are not mirrored'],
  ['tasks/board/drag.tsx', /^scrollLeft$/, 'how far the board has scrolled'],
  ['sops/pdf-viewer/pinch.ts', /^scrollLeft$/, 'pages of a PDF are not mirrored'],
  ['ui/toaster.tsx', /translate-x-\(--radix-toast-swipe-move-x\)/, 'follows the finger'],
]

const isExcepted = (path: string, found: string) =>
  EXCEPTIONS.some(
    ([where, what]) => (typeof where === 'string' ? where === path : where.test(path)) && what.test(found),
  )

test('no source of the screens names a left or a right side', () => {
  const named = sources.flatMap(([path, text]) =>
    [...UTILITIES, ...DECLARATIONS]
      .flatMap((pattern) => text.match(pattern) ?? [])
      .filter((found) => !isExcepted(path, found))
      .map((found) => `${path}: ${found}`),
  )
  expect(named).toEqual([])
})

test('each exception is needed', () => {
  const unneeded = EXCEPTIONS.filter(
    ([where, what]) =>
      !sources.some(
        ([path, text]) =>
          (typeof where === 'string' ? where === path : where.test(path)) &&
          [...UTILITIES, ...DECLARATIONS].some((pattern) => text.match(pattern)?.some((found) => what.test(found))),
      ),
  )
  expect(unneeded).toEqual([])
})

test('icons that point to a side are mirrored by styles/app.css', () => {
  const styles = sources.find(([path]) => path === 'styles/app.css')?.[1] ?? ''
  const pointing = sources.flatMap(([path, text]) =>
    [...text.matchAll(/import \{([^}]+)\} from 'lucide-react'/g)]
      .flatMap(
        ([, names = '']) => names.match(/\b\w*(?:Left|Right|LogIn|LogOut|Undo|Redo|Forward|Reply|Send)\w*/g) ?? [],
      )
      .map((name) => [path, name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()] as const),
  )
  expect(pointing.length).toBeGreaterThan(0)
  expect(pointing.filter(([, icon]) => !styles.includes(`.lucide-${icon}`))).toEqual([])
})
