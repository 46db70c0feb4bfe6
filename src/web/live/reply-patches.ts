import type { Resource } from '../../shared/changes.ts'
import type { Endpoint } from '../../shared/endpoint.ts'

/**
 * Works the changes of one resource into the replies of one endpoint. A reply without such a function is read again.
 */

type Patch = (reply: never, change: never, query: never, state: never) => unknown
/** The endpoints that show a resource, each with the function that changes its replies. */
export type Patches = readonly (readonly [Endpoint, Patch])[]

const registered = new Map<Endpoint, Map<Resource, Patch>>()

/** Registers how changes of a resource change replies. Modules that read these replies call it at loading. */
export function registerPatches(resource: Resource, patches: Patches) {
  for (const [endpoint, patch] of patches) {
    const ofEndpoint = registered.get(endpoint) ?? new Map<Resource, Patch>()
    registered.set(endpoint, ofEndpoint.set(resource, patch))
  }
}

/**
 * The function that changes the replies of an endpoint when this resource changes; undefined where they are read again.
 */
export const patchOf = (endpoint: Endpoint | undefined, resource: Resource) =>
  endpoint && registered.get(endpoint)?.get(resource)
