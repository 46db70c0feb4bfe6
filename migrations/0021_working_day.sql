CREATE TABLE "invitations" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"invited_by" uuid NOT NULL,
	"expire" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"name" varchar(60) NOT NULL,
	"state" jsonb NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sop_texts" (
	"sop_version_id" integer NOT NULL,
	"page" integer NOT NULL,
	"blocks" jsonb NOT NULL,
	CONSTRAINT "sop_texts_sop_version_id_page_pk" PRIMARY KEY("sop_version_id","page")
);
--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "start_screen" varchar(20);--> statement-breakpoint
ALTER TABLE "sop_versions" ADD COLUMN "change_note" varchar(500);--> statement-breakpoint
ALTER TABLE "sop_versions" ADD COLUMN "text_version" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sop_versions" ADD COLUMN "is_text_cut" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sops" ADD COLUMN "change_note" varchar(500);--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sop_texts" ADD CONSTRAINT "sop_texts_sop_version_id_sop_versions_id_fk" FOREIGN KEY ("sop_version_id") REFERENCES "public"."sop_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_user" ON "invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_expire" ON "invitations" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("user_id","name");--> statement-breakpoint
CREATE INDEX "sop_versions_text" ON "sop_versions" USING btree ("text_version","id") WHERE "sop_versions"."text_state" = 'done';--> statement-breakpoint
CREATE INDEX "tasks_to_do" ON "tasks" USING btree ("assignee_id","due_or_never","id","status") WHERE "tasks"."deleted_at" is null and "tasks"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "tasks_unassigned" ON "tasks" USING btree ("due_or_never","id","department_id") WHERE "tasks"."deleted_at" is null and "tasks"."status" <> 'completed' and "tasks"."assignee_id" is null;--> statement-breakpoint
CREATE INDEX "tasks_tags" ON "tasks" USING gin ("tags") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_start_screen" CHECK ("users"."start_screen" in ('dashboard', 'today'));