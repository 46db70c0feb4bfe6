import { createReadStream, readdirSync } from 'node:fs'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, transform } from 'esbuild'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { contractsWithoutSchemas } from './scripts/contracts.mjs'
import { classicFirstScript } from './scripts/first-script.mjs'
import { locales, readCatalogue, withoutContext } from './scripts/messages/catalogues.mjs'
import { findTexts } from './scripts/messages/find.mjs'
import { oldest, oldestBrowsers } from './scripts/oldest-browsers.mjs'

const pdfjs = fileURLToPath(new URL('node_modules/pdfjs-dist', import.meta.url))
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs']

/** Files that pdf.js asks for only when a document needs them: missing letters and colours, and decoders. */
function pdfjsFiles(): Plugin {
  let outDir = ''
  return {
    name: 'pdfjs-files',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async writeBundle() {
      for (const folder of folders) await cp(join(pdfjs, folder), join(outDir, 'pdfjs', folder), { recursive: true })
    },
    configureServer({ middlewares }) {
      middlewares.use('/pdfjs', (request, response, next) => {
        const path = resolve(join(pdfjs, request.url?.split('?')[0] ?? ''))
        if (!folders.some((folder) => path.startsWith(join(pdfjs, folder, sep)))) return next()
        createReadStream(path).on('error', next).pipe(response)
      })
    },
  }
}

const own = fileURLToPath(new URL('src/', import.meta.url))
const screens = fileURLToPath(new URL('src/web/', import.meta.url))
/** The files of all screens. */
const screenFiles = () =>
  readdirSync(screens, { recursive: true, encoding: 'utf8' }).filter((name) => /[\\/](calendar-)?page\.tsx$/.test(name))

/** Whether a module of ours is one of these, or is imported by them, however far away. */
function importedBy(names: string[]) {
  const found = new Set<string>()
  return (id: string, context: Rolldown.ChunkingContext) => {
    const visit = (id: string) => {
      if (found.has(id) || !id.startsWith(own)) return
      found.add(id)
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) visit(imported)
    }
    if (found.size === 0) for (const name of names) visit(screens + name)
    return found.has(id)
  }
}

/** The modules that the frame around the screens and the dashboard in it need at once. */
const isNeededAtFirst = importedBy(['main.tsx', 'dashboard/page.tsx'])
/** The first screen is one script: as sixty small ones it was 20 kB more, each compressed by itself. */
const firstScreen = {
  debugName: 'first screen',
  name: (id: string, context: Rolldown.ChunkingContext) => (isNeededAtFirst(id, context) ? 'first' : null),
}

/**
 * Labels that many screens share are one script. It imports none that imports it: scripts of screens do, and a table of
 * labels would be filled there before they exist. Apart, each would be one more name in the first script.
 */
const labels = {
  debugName: 'labels',
  includeDependenciesRecursively: false,
  name: (id: string) => (/\/components\/labels\/[a-z-]+\.ts$/.test(id) ? 'labels' : null),
}

const isNeededByTask = importedBy(['task/dialog/task-dialog.tsx'])
const isNeededByForm = importedBy(['task/dialog/task-form.tsx'])
/** The audit log shares with forms what no other screen needs. */
const isNeededByScreens = importedBy([
  ...screenFiles().filter((name) => !name.startsWith('audit-log')),
  ...['auth/login-page.tsx', 'dashboard/due-line.tsx'],
])
const isNeededWithoutForms = importedBy([
  ...['audit-log/page.tsx', 'ui/dialog.tsx', 'sops/pdf-viewer/pdf-viewer.tsx', 'sops/text-view/text-view.tsx'],
  ...['tasks/filters/filter-popover.tsx', 'tasks/filters/filter-sheet.tsx', 'tasks/quick-add/quick-add.tsx'],
  'tasks/table/table.tsx',
])

/**
 * Half as many scripts for the first task that is opened. Parts of screens without forms stay apart from parts for
 * forms.
 */
const forms = {
  debugName: 'forms',
  includeDependenciesRecursively: false,
  name(id: string, context: Rolldown.ChunkingContext) {
    if (/node_modules\/(react-hook-form|@hookform)\//.test(id)) return 'form'
    if (/(\/task-(dialog|form)\.tsx|\?schemas)$/.test(id)) return null
    const isOfTask = isNeededByTask(id, context)
    if (!isOfTask && !isNeededByForm(id, context)) return null
    if (isNeededByScreens(id, context)) return 'controls'
    // A task opens without its form.
    return isNeededWithoutForms(id, context) ? null : isOfTask ? 'task' : 'form'
  },
}

/** Packages of dialogs, forms and dragging. They load when the first screen is there. */
const laterPackages =
  /node_modules\/(zod|react-hook-form|@hookform|@dnd-kit|@radix-ui\/react-(toast|dialog|menu|popover|tabs))\//

/** Fails the build if a package gets into the first script that does not belong there (docs/first-screen.md). */
function stayOut(): Plugin {
  return {
    name: 'stay-out',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || file.name !== 'first') continue
        const found = file.moduleIds.find((id) => laterPackages.test(id))
        if (!found) continue
        const importers = file.moduleIds.filter((id) => this.getModuleInfo(id)?.importedIds.includes(found))
        this.error(
          `${found} is in the first screen's script, imported by ${importers.join(', ')}: see docs/first-screen.md`,
        )
      }
    },
  }
}

const language = join(screens, 'language.ts')

/** Gives each module the compiled form of its English messages with values, so that English needs no catalogue. */
function englishMessages(): Plugin {
  return {
    name: 'english-messages',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const [file = ''] = id.split('?')
      if (!id.startsWith(own) || !/\.tsx?$/.test(file)) return null
      const compiled = findTexts(file, code).messages.map(
        (found) => [found.id, compileMessage(withoutContext(found.id))] as const,
      )
      const needed = compiled.filter(([id, tokens]) => tokens.length !== 1 || tokens[0] !== id)
      if (needed.length === 0) return null
      const texts = JSON.stringify(Object.fromEntries(needed))
      return `${code}\nimport { english as ownEnglish } from ${JSON.stringify(language)}\nObject.assign(ownEnglish, ${texts})`
    },
  }
}

/**
 * Names the letters in the page. The script asks for them (`main.tsx`), or `start.js` by their style if the service
 * worker has them.
 */
function nameLetters(): Plugin {
  return {
    name: 'name-letters',
    transformIndexHtml(_html, { bundle = {} }) {
      const letters = Object.keys(bundle).filter((name) => /inter-latin-wght.*\.woff2$/.test(name))
      const attrs = { id: 'letters', as: 'font', type: 'font/woff2', crossorigin: true }
      return letters.map((name) => ({ tag: 'link', attrs: { ...attrs, href: `/${name}` }, injectTo: 'head-prepend' }))
    },
  }
}

/** Names the scripts of the sign-in screen in the page. `start.js` asks for them beside the first script. */
function visitorScripts(): Plugin {
  return {
    name: 'visitor-scripts',
    apply: 'build',
    generateBundle: {
      // After the first script got its name.
      order: 'post',
      handler(_options, bundle) {
        const found = new Set<string>()
        const visit = (fileName: string) => {
          const chunk = bundle[fileName]
          if (found.has(fileName) || chunk?.type !== 'chunk') return
          found.add(fileName)
          for (const imported of chunk.imports) visit(imported)
        }
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/auth/login-page.tsx'))
        const page = bundle['index.html']
        if (!screen || page?.type !== 'asset') return this.error('There is no sign-in screen, or no page')
        visit(screen.fileName)
        const names = [...found].map((name) => name.replace(/^assets\/(.*)\.js$/, '$1')).join(' ')
        page.source = String(page.source).replace(
          /(\s*)<!--[^>]*-->\s*<meta name="visitor"[^>]*>/,
          `$1<meta name="visitor" content="${names}" />`,
        )
      },
    },
  }
}

/** The colours that `frame.html` needs, of a block of `tokens.css`. Paper is always light. */
function frameColours(tokens: string, block: string) {
  const from = tokens.indexOf(`${block} {`)
  const values = tokens.slice(from, tokens.indexOf('}', from)).match(/--(bg|surface|line|accent): [^;]+;/g)
  if (values?.length !== 4) throw new Error(`${block} in tokens.css lacks a colour of frame.html`)
  return `@media not print{${block}{${values.join('')}}}`
}

/**
 * Writes into the page the parts for its first paint: `start.js`, and a frame that is there before style and script.
 * The style comes below the frame, so that it does not hold it up. Scripts still wait for it.
 */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const read = (name: string) => readFile(join(screens, name), 'utf8')
        const [start, frame, tokens] = await Promise.all([
          read('start.js'),
          read('frame.html'),
          read('styles/tokens.css'),
        ])
        const { code } = await transform(start, { minify: true, format: 'iife', target: FIRST_WITH_MODULES })
        const colours = [':root', ':root[data-theme="dark"]'].map((block) => frameColours(tokens, block)).join('')
        const [, rules = '', elements = ''] =
          /<style>([\s\S]*)<\/style>([\s\S]*)/.exec(frame.replace(/\n\s*/g, '')) ?? []
        const link = /\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? ''
        return html
          .replace(link, '')
          .replace('<!-- start.js -->', () => `<script>${code.trim()}</script>\n    <style>${colours}${rules}</style>`)
          .replace('<!-- frame.html -->', () => `${elements}${link}<script nomodule src="/too-old.js"></script>`)
      },
    },
  }
}

/**
 * Browsers before it have no modules, and run `too-old.js` for that reason. All others understand what is written for
 * it.
 */
const FIRST_WITH_MODULES = 'es2017'

/**
 * The script for browsers that are too old: it shows, in the language of the browser, what helps. They understand
 * little.
 */
function tooOldScript(): Plugin {
  return {
    name: 'too-old-script',
    apply: 'build',
    async generateBundle() {
      const { messages } = findTexts('too-old.ts', await readFile(join(screens, 'too-old.ts'), 'utf8'))
      const all = await Promise.all(
        locales.map(async (locale) => {
          const texts = await readCatalogue(locale)
          return [locale, messages.map(({ id }) => texts[id] || id)] as const
        }),
      )
      const source = `(function (texts) {
        var wanted = (navigator.language || '').slice(0, 2)
        try { wanted = (localStorage.getItem('muster.shown-language') || wanted).slice(0, 2) } catch (error) {}
        var words = texts[wanted] || texts.en
        function show() {
          document.documentElement.lang = texts[wanted] ? wanted : 'en'
          document.documentElement.dir = wanted === 'ar' ? 'rtl' : 'ltr'
          document.body.innerHTML = '<main><h1></h1><p></p></main>'
          var main = document.body.firstChild
          main.style.cssText = 'max-width:480px;margin:15vh auto 0;padding:0 24px;font:17px/1.5 system-ui,sans-serif'
          main.firstChild.style.cssText = 'font-size:22px'
          main.firstChild.textContent = words[0]
          main.lastChild.textContent = words[1]
        }
        if (document.readyState === 'complete') show()
        else addEventListener('load', show)
      })(${JSON.stringify(Object.fromEntries(all))})`
      this.emitFile({ type: 'asset', fileName: 'too-old.js', source })
    },
  }
}

/** Letters that few pages show: the browser keeps them once it has shown them. */
const rareLetters = /inter-cyrillic/

/** Chunks of screens that show nothing without a network, and are large. */
const onlyOnline = /node_modules\/(pdfjs-dist|recharts)\//

/** The service worker, with the list of files of this build that it is to keep. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const names = Object.values(bundle)
          // The entry does nothing but to import the first script, which the page has itself.
          .filter(
            (file) => file.type !== 'chunk' || (!file.isEntry && !file.moduleIds.some((id) => onlyOnline.test(id))),
          )
          .map(({ fileName }) => `/${fileName}`)
          .sort()
        const assets = names.filter((name) => /^\/assets\/.*\.(js|css|woff2)$/.test(name) && !rareLetters.test(name))
        const catalogues = names.filter((name) => /^\/assets\/.*\.json$/.test(name))
        const beside = (await readdir(join(screens, 'public'), { withFileTypes: true, recursive: true }))
          .filter((entry) => entry.isFile())
          .map(
            (entry) =>
              `/${relative(join(screens, 'public'), join(entry.parentPath, entry.name)).replaceAll('\\', '/')}`,
          )
          .sort()
        const { outputFiles } = await build({
          entryPoints: [join(screens, 'service-worker/worker.ts')],
          bundle: true,
          minify: true,
          write: false,
          format: 'iife',
          target: oldest,
          define: { FILES: JSON.stringify({ assets, beside, catalogues }) },
        })
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: outputFiles[0]?.text ?? '' })
      },
    },
  }
}

export default defineConfig({
  root: screens,
  plugins: [
    contractsWithoutSchemas(),
    englishMessages(),
    nameLetters(),
    firstPaint(),
    react(),
    tailwindcss(),
    pdfjsFiles(),
    stayOut(),
    classicFirstScript(),
    visitorScripts(),
    serviceWorker(),
    tooOldScript(),
    oldestBrowsers(),
  ],
  build: {
    target: oldest,
    outDir: '../../dist/web',
    manifest: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Only pdf.js is larger, and comes with the first document.
    chunkSizeWarningLimit: 720,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [firstScreen, labels, forms] },
        // The first script names each of some hundred others, and letters of a hash do not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
      // The board is part of the first screen, and a screen like the others all the same.
      checks: { ineffectiveDynamicImport: false },
    },
  },
})
