-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "users_personnel_number";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "users_personnel_number" ON "users" USING btree ("personnel_number") WHERE "users"."deleted_at" is null;
