-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "users_username";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "users_username" ON "users" USING btree ("username") WHERE "users"."deleted_at" is null;
