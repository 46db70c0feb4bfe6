DROP INDEX "feedback_list";--> statement-breakpoint
CREATE INDEX "projects_list" ON "projects" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);