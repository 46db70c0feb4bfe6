/** So many files of dropped folders are taken. */
const MAX_FILES = 500

/** The files that were dropped, and those in dropped folders. Hidden files are left out. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // The entries are gone once the event is over.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files]
  const found: File[] = []
  for (const entry of entries) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= MAX_FILES || entry.name.startsWith('.')) return
  if (entry.isFile) found.push(await fileOf(entry as FileSystemFileEntry))
  if (!entry.isDirectory) return
  for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await collect(child, found)
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A folder gives a hundred entries at a time, and none at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  while (children.length < MAX_FILES) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) break
    children.push(...some)
  }
  return children.sort((a, b) => a.name.localeCompare(b.name))
}
