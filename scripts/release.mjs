import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

// Tags and packs a release: `npm run release -- 0.3.0`. CHANGELOG.md must have a section for it. Nothing is pushed.

const [version = ''] = process.argv.slice(2)
const packageFile = join(root, 'package.json')
const lockFile = join(root, 'package-lock.json')

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** @param {string} message @returns {never} */
function refuse(message) {
  console.error(message)
  process.exit(1)
}

if (!/^\d+\.\d+\.\d+$/.test(version)) refuse('Name the version, for example: npm run release -- 0.3.0')
if (git('status', '--porcelain')) refuse('Commit your changes first. A release contains only committed files.')
if (git('tag', '--list', `v${version}`)) refuse(`The tag v${version} exists already.`)
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
const heading = new RegExp(`^## ${version.replaceAll('.', '\\.')} — \\d{4}-\\d{2}-\\d{2}$`, 'm')
if (!heading.test(changelog)) refuse(`CHANGELOG.md has no heading "## ${version} — YYYY-MM-DD".`)
// Until a release, a new text may be in English only.
if ((await run(process.execPath, [join(root, 'scripts/messages.mjs'), 'check', '--complete'])) !== 0)
  refuse('Translate what npm run messages -- missing lists.')

for (const file of [packageFile, lockFile]) {
  const content = JSON.parse(readFileSync(file, 'utf8'))
  content.version = version
  if (content.packages?.['']) content.packages[''].version = version
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
if (git('status', '--porcelain')) git('commit', '--all', '--message', `Release ${version}`)
git('tag', '--annotate', `v${version}`, '--message', `Muster ${version}`)
const archive = `muster-${version}.tar.gz`
git('archive', '--format=tar.gz', `--prefix=muster-${version}/`, `--output=${archive}`, `v${version}`)
console.log(`Tagged v${version} and packed ${archive}. Publish it with: git push --follow-tags`)
