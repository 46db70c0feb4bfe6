import { createReadStream } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const pdfjs = fileURLToPath(new URL('node_modules/pdfjs-dist', import.meta.url))
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs']

/** What pdf.js asks for only when a document needs it: letters and colours that the document does not bring, decoders. */
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

export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [react(), tailwindcss(), pdfjsFiles()],
  build: {
    outDir: '../../dist/web',
    manifest: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // The first script holds the name of every other, and hashes do not compress: names are no longer than they must be.
    rolldownOptions: { output: { chunkFileNames: 'assets/[hash:7].js' } },
  },
})
